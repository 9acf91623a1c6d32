import { spawn } from "node:child_process";
import { delimiter, sep } from "node:path";
import { say } from "./say.mjs";

const noteEveryMs = 10_000;

/**
 * Runs a command in the open; where there is no terminal for its own progress, time is told instead.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {Promise<boolean>} whether it succeeded
 */
export function run(command, args, extra = {}) {
  const begun = Date.now();
  const note = process.stderr.isTTY
    ? undefined
    : setInterval(() => say(`… ${Math.round((Date.now() - begun) / 1000)} s`), noteEveryMs);
  return new Promise((resolve) => {
    // The answer of the product goes to standard output; what set-up shows must not mix with it.
    const child = spawn(command, args, {
      stdio: ["ignore", 2, 2],
      env: { ...outsideEnvironment(), ...extra },
    });
    child.on("error", (error) => {
      say(`${command} could not be started: ${error.message}`);
      resolve(false);
    });
    child.on("close", (code) => resolve(code === 0));
  }).finally(() => clearInterval(note));
}

// npm puts node_modules/.bin first on the PATH; npm itself must not run on a Node it is about to replace.
function outsideEnvironment() {
  const own = `node_modules${sep}.bin`;
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.endsWith(own));
  return { ...process.env, PATH: path.join(delimiter) };
}
