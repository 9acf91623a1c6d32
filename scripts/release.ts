// Makes `release/tessera-VERSION.tar.gz`: the product with built pages, without build tools and tests. Unpacked anywhere, `npm start`
// installs a third of a checkout's packages and builds nothing.
import { execFile } from "node:child_process";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { writeRelease } from "./release/contents.ts";

const execute = promisify(execFile);
const FOLDER = "release";

const draft = join(FOLDER, "draft");
// A checkout keeps the files of the previous build, for a server that still runs.
await rm("dist/app", { recursive: true });
await execute("npm", ["run", "build:server", "--silent"]);
await rm(FOLDER, { recursive: true, force: true });
await mkdir(draft, { recursive: true });
const name = `tessera-${await writeRelease(draft)}`;
// npm removes packages from the lock file that package.json no longer names. Nothing is fetched.
await execute("npm", ["install", "--package-lock-only", "--ignore-scripts", "--offline", "--no-audit"], {
  cwd: draft,
});
await rename(draft, join(FOLDER, name));
await execute("tar", ["-czf", `${name}.tar.gz`, name], { cwd: FOLDER });
console.log(`${join(FOLDER, name)}.tar.gz`);
