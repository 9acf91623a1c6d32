import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { log, SetUpError } from "./log.mjs";
import { run } from "./run.mjs";

/** The parts of a build. Each is built again when one of its inputs has changed since its stamp. */
const PARTS = [
  {
    name: "the pages",
    script: "build:pages",
    stamp: "dist/.stamp",
    results: ["dist/client", "dist/server"],
    // The build uses nothing else of scripts/.
    inputs: [
      "contract",
      "web",
      "vite.config.ts",
      "scripts/compress-assets.ts",
      "scripts/parts-for-browsers.ts",
    ],
  },
  {
    name: "the server",
    script: "build:server",
    stamp: "dist/.stamp-app",
    results: ["dist/app/main.js"],
    inputs: ["contract", "server", "scripts/bundle-server.ts"],
  },
];

export function isBuildDue() {
  return dueParts().length > 0;
}

function dueParts() {
  // A release has the built product in place of the sources of its pages.
  return existsSync("web") ? PARTS.filter(isDue) : [];
}

function isDue({ stamp, results, inputs }) {
  if (!existsSync(stamp) || results.some((result) => !existsSync(result))) return true;
  return readFileSync(stamp, "utf8") !== fingerprint(inputs);
}

/** Builds the parts that are due. A stamp is calculated before the build, so a change during the build causes another one next time. */
export async function build() {
  for (const { name, script, stamp, inputs } of dueParts()) {
    log(`building ${name} …`);
    const built = fingerprint(inputs);
    rmSync(stamp, { force: true });
    if (!(await run("npm", ["run", script, "--silent"]))) {
      throw new SetUpError(`${name} could not be built; the reason is above.`);
    }
    mkdirSync("dist", { recursive: true });
    writeFileSync(stamp, built);
  }
}

// Compares contents, because a fresh checkout or a change of branch changes all dates.
function fingerprint(inputs) {
  const configs = readdirSync(".").filter((name) => /^(package(-lock)?\.json|tsconfig.*\.json)$/.test(name));
  const hash = createHash("sha256");
  for (const file of [...configs, ...inputs.flatMap(listFiles)].sort())
    hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  return `${hash.digest("hex")}\n`;
}

function listFiles(path) {
  if (!existsSync(path)) return [];
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
