"""One memory: the book's store and the browser version's files each get what they lack."""

import functools
import http.server
import shutil
import threading

import pytest

from course_tools.site import build
from helpers_browser import BROWSER, open_chromium

pytestmark = [pytest.mark.full, *BROWSER]

HELPERS = """async () => {
  const { together, forget } = await import("/_static/live/x/merge.js");
  const { events, keepEvents } = await import("/_static/live/x/store.js");
  const lite = new URL("/lite/", location), path = (name) => `.course/memory/${name}.json`;
  const files = (mode, work) => new Promise((yes) => {
    const asked = indexedDB.open("JupyterLite Storage - /lite/", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("files");
    asked.onsuccess = () => {
      const all = asked.result.transaction("files", mode), got = work(all.objectStore("files"));
      all.oncomplete = () => { asked.result.close(); yes(got.result); };
    };
  });
  const read = async (name) => {
    const file = await files("readonly", (all) => all.get(path(name)));
    return file && JSON.parse(file.content).events;
  };
  const write = (name, content, more) => files("readwrite", (all) => all.put(
    { path: path(name), format: "text", content, ...more }, path(name)));
  Object.assign(window, { together: () => together(lite), forget: (name) => forget(lite, name),
    events, keepEvents, read, write, bases: async () => (await indexedDB.databases()).map(
      (one) => one.name) });
}"""
A, B, C = ({"at": f"2026-03-02T1{i}:00:00+01:00", "kind": "hint", "id": "softmax", "number": i}
           for i in range(3))


@pytest.fixture
def page(tmp_path):
    folder = tmp_path / "_static" / "live" / "x"
    folder.mkdir(parents=True)
    for name in ("merge.js", "store.js"):
        shutil.copy(build.HERE / "live" / name, folder)
    (tmp_path / "index.html").write_text("<title>x</title>")
    handler = functools.partial(build.Quiet, directory=str(tmp_path))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with open_chromium() as browser:
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
        page.evaluate(HELPERS)
        yield page
    server.shutdown()
    server.server_close()


def test_each_side_gets_what_it_lacks_and_nothing_twice(page):
    page.evaluate("([b, c]) => keepEvents('04', [c, b, b])", [B, C])
    assert page.evaluate("together()") is None  # nobody has opened the browser version
    assert page.evaluate("bases()") == ["course"]  # nor is its database made in its place
    text = '{"version": 1, "events": [%s]}'
    turned = "{" + ", ".join(f'"{key}": {value!r}'.replace("'", '"')
                             for key, value in reversed(B.items())) + "}"
    page.evaluate("text => write('04', text)", text % turned)
    page.evaluate("text => write('05', btoa(text), {format: 'base64'})", text % turned)
    page.evaluate("write('06', 'damaged')")
    page.evaluate("""write('07', '{"version": 2, "events": []}')""")
    page.evaluate("a => keepEvents('07', [a])", A)
    assert sorted(page.evaluate("together()")) == ["05"]
    assert page.evaluate("read('04')") == [B, B, C]  # in time's order, a double stays one
    assert page.evaluate("events('05')") == [B]
    assert page.evaluate("read('07')") == []  # of a newer course: left alone
    page.evaluate("a => write('04', JSON.stringify({version: 1, events: [a]}))", A)
    assert page.evaluate("together()") == ["04"]
    assert page.evaluate("read('04')") == page.evaluate("events('04')") == [A, B, B, C]
    assert page.evaluate("together()") == []
    page.evaluate("forget('04')")
    assert page.evaluate("read('04')") is None
