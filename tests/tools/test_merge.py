"""What a browser keeps of the book: one memory with the browser version, and the runtime.

Each side of the memory gets what it lacks; what was loaded once is not asked for again.
"""

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


NEW, OLD = "0123456789ab", "ba9876543210"
ASKED = []
WORKER = """onmessage = async ({ data }) => postMessage(
  await Promise.all(data.map(async (url) => (await (await fetch(url)).text()).length)));
"""


class Server(build.Quiet):
    """Remembers what it was asked for."""

    def do_GET(self):
        ASKED.append(self.path)
        super().do_GET()


@pytest.fixture
def page(tmp_path):
    for place in ("x", NEW, OLD):
        folder = tmp_path / "_static" / "live" / place
        folder.mkdir(parents=True)
        for name in ("merge.js", "store.js", "cache.js"):
            shutil.copy(build.HERE / "live" / name, folder)
    (tmp_path / "_static" / "live" / "x" / "worker.js").write_text(WORKER)
    (tmp_path / "live-sw.js").write_text(build.keeper([NEW]))
    (tmp_path / "index.html").write_text("<title>x</title>")
    ASKED.clear()
    handler = functools.partial(Server, directory=str(tmp_path))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with open_chromium() as browser:
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
        yield page
    server.shutdown()
    server.server_close()


def test_each_side_gets_what_it_lacks_and_nothing_twice(page):
    page.evaluate(HELPERS)
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


LOADS = """async (folders) => {
  const { cached } = await import("/_static/live/x/cache.js");
  const found = await cached(10000), worker = new Worker("/_static/live/x/worker.js");
  const sizes = await new Promise((yes) => {
    worker.onmessage = ({ data }) => yes(data);
    worker.postMessage(folders.map((one) => `${location.origin}/_static/live/${one}/merge.js`));
  });
  return [found, sizes, (await (await caches.open("course-live")).keys()).map((one) => one.url)];
}"""


def test_what_was_loaded_once_is_not_asked_for_again_and_an_older_build_is_dropped(page, tmp_path):
    in_charge, sizes, kept = page.evaluate(LOADS, [NEW, OLD])
    assert in_charge and sizes[0] > 1000 and len(kept) == 2
    page.reload()
    ASKED.clear()
    assert page.evaluate(LOADS, [NEW, OLD])[1] == sizes
    assert not [path for path in ASKED if NEW in path or OLD in path]
    (tmp_path / "live-sw.js").write_text(build.keeper([NEW]) + "// another build")
    page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
    page.wait_for_function("""async () => (await (await caches.open("course-live")).keys())
        .length === 1""")
