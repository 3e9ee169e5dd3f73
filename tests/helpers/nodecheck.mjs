// Runs the code cells of notebooks in WebAssembly under node and compares what they print with
// what is stored: node nodecheck.mjs LIVE NOTEBOOK... prints one JSON line for each.
import fs from "fs";
import path from "path";
import { pathToFileURL } from "url";

const [place, ...files] = process.argv.slice(2);
const live = path.resolve(place) + path.sep;
const { index, pyodide, lite } = JSON.parse(fs.readFileSync(live + "runtime.json", "utf8"));
const { loadPyodide } = await import(pathToFileURL(live + pyodide));
const py = await loadPyodide({ indexURL: live + index, packageCacheDir: live + index,
                               stdLibURL: live + lite.stdlib, lockFileURL: live + lite.lock });
await py.loadPackage(["nonlinear-models-workbook"], { messageCallback: () => {} });
py.runPython(`
import contextlib, io, json, os
os.environ["COURSE_QUIET"] = "1"
import matplotlib
matplotlib.use("agg")
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
import course_utils.exercises
from misstep.course import Session
shell.colors = "NoColor"

def run(text):
    same, other = 0, []
    shell.reset(new_session=False)
    for cell in json.loads(text)["cells"]:
        if cell["cell_type"] != "code":
            continue
        wanted = "".join("".join(out["text"]) for out in cell["outputs"]
                         if out["output_type"] == "stream" and out["name"] == "stdout")
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            done = shell.run_cell("".join(cell["source"]), store_history=False)
        if not done.success:
            other.append([cell["id"], repr(done.error_in_exec or done.error_before_exec)[:300]])
        elif wanted.strip() and wanted.strip() not in printed.getvalue():
            other.append([cell["id"], wanted.strip()[:200], printed.getvalue().strip()[:300]])
        else:
            same += bool(wanted.strip())
    return json.dumps([same, other])

def verdicts(text):
    found = {}
    for name, cells in json.loads(text).items():
        shell.reset(new_session=False)
        course_utils.exercises.COURSE.session = Session()
        for cell in cells:
            shell.run_cell(cell, store_history=False)
        found[name] = {id: [done.status, done.misconception]
                       for id, done in course_utils.exercises.state().items()}
    return json.dumps(found)

def endless():
    def softmax(z):
        while True:
            pass
    done = course_utils.exercises.check("softmax", softmax)
    return json.dumps([done.status, done.misconception, done.message])
`);
console.log(JSON.stringify(["endless", JSON.parse(py.runPython("endless()"))]));
for (const file of files) {
  py.globals.set("TEXT", fs.readFileSync(file, "utf8"));
  const asked = file.endsWith(".json") ? "verdicts(TEXT)" : "run(TEXT)";
  console.log(JSON.stringify([path.basename(file), JSON.parse(py.runPython(asked))].flat()));
}
