import { spawn } from "node:child_process";
import { delimiter, sep } from "node:path";
import { log } from "./log.mjs";

const progressIntervalMs = 10_000;

/**
 * Runs a command and shows its output. Without a terminal for the command's own progress, logs the elapsed time.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {Promise<boolean>} whether it succeeded
 */
export function run(command, args, extra = {}) {
  const startedAt = Date.now();
  const note = process.stderr.isTTY
    ? undefined
    : setInterval(() => log(`… ${Math.round((Date.now() - startedAt) / 1000)} s`), progressIntervalMs);
  return new Promise((resolve) => {
    // Standard output belongs to the product, so set-up writes to standard error.
    const child = spawn(command, args, {
      stdio: ["ignore", 2, 2],
      env: { ...externalEnv(), ...extra },
    });
    child.on("error", (error) => {
      log(`${command} could not be started: ${error.message}`);
      resolve(false);
    });
    child.on("close", (code) => resolve(code === 0));
  }).finally(() => clearInterval(note));
}

// npm puts node_modules/.bin first on the PATH, but npm must not run on the Node that it is about to replace.
function externalEnv() {
  const own = `node_modules${sep}.bin`;
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.endsWith(own));
  return { ...process.env, PATH: path.join(delimiter) };
}
