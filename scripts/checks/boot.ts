import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "../../server/testing/free-port.ts";
import type { Print } from "./commands.ts";
import { oneFailed, onePassed, type Result } from "./outcome.ts";

/** Long enough that only a hang exceeds it, even on a busy machine. */
const stoppedWithinMs = 120_000;

/** URLs escape each of these characters. Paths do not. */
const unusualName = "späces & 100% ?#";

/** Starts the built product on an empty data folder, at a path with characters that URLs escape, sends some requests, and stops it. */
export async function bootOnce(print: Print): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "tessera-boot-"));
  await chmod(folder, 0o755);
  const root = await copyProduct(join(folder, unusualName));
  const dataDir = join(folder, `data in ${unusualName}`);
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const server = startServer({ root, dataDir, url });
  try {
    await waitUntilReady(url, server.ended);
    await expectResponse(`${url}/`, { type: "text/html", text: "Tessera" });
    await expectResponse(`${url}/api/openapi.json`, { type: "application/json", text: '"openapi"' });
    server.signal("SIGTERM");
    const code = await Promise.race([server.ended, delay(stoppedWithinMs, "no exit", { ref: false })]);
    if (code !== 0) throw new Error(`After SIGTERM the server exited with ${code}, not with 0.`);
    print(`Ready, served ${url}, and stopped gracefully.`);
    return onePassed;
  } catch (error) {
    print(server.output());
    print(error instanceof Error ? error.message : String(error));
    return oneFailed;
  } finally {
    server.signal("SIGKILL");
    await endOrphan(dataDir);
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Copies the product. A symbolic link is not enough, because Node resolves links in module URLs. */
async function copyProduct(root: string): Promise<string> {
  await mkdir(root);
  for (const name of ["package.json", "contract", "server", "dist"]) {
    await cp(name, join(root, name), { recursive: true });
  }
  await symlink(resolve("node_modules"), join(root, "node_modules"));
  return root;
}

function startServer({ root, dataDir, url }: { root: string; dataDir: string; url: string }) {
  const { port } = new URL(url);
  // The developer's own settings are left out, to test the defaults.
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, HOST: "127.0.0.1", PORT: port, DATA_DIR: dataDir };
  const child = spawn(process.execPath, ["dist/app/main.js"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const ended = once(child, "exit").then(([code, signal]) => code ?? signal, String);
  return { ended, output: () => output, signal: (name: NodeJS.Signals) => child.kill(name) };
}

async function waitUntilReady(url: string, ended: Promise<unknown>): Promise<void> {
  let code: unknown;
  void ended.then((value) => {
    code = value;
  });
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (code !== undefined) throw new Error(`The server exited with ${code} before it was ready.`);
    await delay(50);
  }
}

async function expectResponse(url: string, expected: { type: string; text: string }): Promise<void> {
  const response = await fetch(url);
  const type = response.headers.get("content-type") ?? "";
  const fits = type.startsWith(expected.type) && (await response.text()).includes(expected.text);
  if (response.status !== 200 || !fits)
    throw new Error(`${url} returned ${response.status} (${type}), not as expected.`);
}

// A server that had to be killed leaves its database running.
async function endOrphan(dataDir: string): Promise<void> {
  const file = join(dataDir, "postgres", "postmaster.pid");
  const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
  if (pid > 0) process.kill(pid, "SIGQUIT");
}
