import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { log, SetUpError } from "./log.mjs";
import { run } from "./run.mjs";

const stamp = "dist/.stamp";
const results = ["dist/client", "dist/server"];

export function isBuildDue() {
  // A release has the built pages in place of their sources.
  if (!existsSync("web")) return false;
  if (!existsSync(stamp) || results.some((folder) => !existsSync(folder))) return true;
  return readFileSync(stamp, "utf8") !== fingerprint();
}

/** Builds the pages. The stamp is calculated before the build, so a change during the build causes another one next time. */
export async function build() {
  log("building the pages …");
  const built = fingerprint();
  rmSync(stamp, { force: true });
  if (!(await run("npm", ["run", "build", "--silent"]))) {
    throw new SetUpError("the pages could not be built; the reason is above.");
  }
  mkdirSync("dist", { recursive: true });
  writeFileSync(stamp, built);
}

// Compares contents, because a fresh checkout or a change of branch changes all dates.
function fingerprint() {
  const hash = createHash("sha256");
  for (const file of listInputs()) hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  return `${hash.digest("hex")}\n`;
}

function listInputs() {
  const configs = readdirSync(".").filter((name) =>
    /^(vite\.config\.ts|package(-lock)?\.json|tsconfig.*\.json)$/.test(name),
  );
  // The build uses nothing else of scripts/.
  const steps = ["scripts/compress-assets.ts", "scripts/parts-for-browsers.ts"].filter((file) =>
    existsSync(file),
  );
  return [...configs, ...steps, ...["contract", "web"].flatMap(listFiles)].sort();
}

function listFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
