// Runs repack.py in the runtime itself: node repack.mjs RUNTIME ROOT < jobs.json, paths below ROOT.
import fs from "fs";
import path from "path";
import { pathToFileURL } from "url";

const [place, root] = process.argv.slice(2);
const runtime = path.resolve(place) + path.sep;
const { loadPyodide } = await import(pathToFileURL(runtime + "pyodide.mjs"));
const py = await loadPyodide({ indexURL: runtime });
const jobs = fs.readFileSync(0, "utf8");
py.FS.mkdir("/root_");
py.FS.mount(py.FS.filesystems.NODEFS, { root }, "/root_");
if (JSON.parse(jobs).some((job) => job.fonts)) {
  await py.loadPackage(["matplotlib"], { messageCallback: () => {} });
}
py.runPython(fs.readFileSync(new URL("repack.py", import.meta.url), "utf8"));
py.globals.set("JOBS", jobs);
py.runPython('for job in json.loads(JOBS):\n    repack(job, Path("/root_"))');
