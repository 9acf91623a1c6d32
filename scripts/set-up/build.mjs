import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";
import { SetUpProblem, say } from "./say.mjs";

const stamp = "dist/.stamp";
const results = ["dist/client", "dist/server"];

export function isBuildDue() {
  if (!existsSync(stamp) || results.some((folder) => !existsSync(folder))) return true;
  return readFileSync(stamp, "utf8") !== fingerprint();
}

/** Builds the pages; the stamp is that of what was there before, so a change meanwhile is built next time. */
export async function build() {
  say("building the pages …");
  const built = fingerprint();
  rmSync(stamp, { force: true });
  if (!(await run("npm", ["run", "build", "--silent"]))) {
    throw new SetUpProblem("the pages could not be built; the reason stands above.");
  }
  mkdirSync("dist", { recursive: true });
  writeFileSync(stamp, built);
}

// By content and not by date: a fresh checkout or a change of branch sets dates at will.
function fingerprint() {
  const hash = createHash("sha256");
  for (const file of listInputs()) hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  return `${hash.digest("hex")}\n`;
}

function listInputs() {
  const configs = readdirSync(".").filter((name) =>
    /^(vite\.config\.ts|package(-lock)?\.json|tsconfig.*\.json)$/.test(name),
  );
  // The rest of scripts/ has no part in the build.
  const steps = ["scripts/compress-assets.ts"].filter((file) => existsSync(file));
  return [...configs, ...steps, ...["contract", "web"].flatMap(listFiles)].sort();
}

function listFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
