import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { oneFailed, onePassed, type Result } from "./outcome.ts";

const readyWithinMs = 60_000;
const stoppedWithinMs = 15_000;

/** URLs escape each of these characters; paths do not. */
const unusualName = "späces & 100% ?#";

/** Starts the built product on an empty data folder, at a path with characters that URLs escape, sends it a few requests, and stops it. */
export async function bootOnce(): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "tessera-boot-"));
  await chmod(folder, 0o755);
  const root = await copyProduct(join(folder, unusualName));
  const dataDir = join(folder, `data in ${unusualName}`);
  const address = `http://127.0.0.1:${await findFreePort()}`;
  const server = startServer({ root, dataDir, address });
  try {
    await waitUntilReady(address, server.ended);
    await expectAnswer(`${address}/`, { type: "text/html", text: "Tessera" });
    await expectAnswer(`${address}/api/openapi.json`, { type: "application/json", text: '"openapi"' });
    server.signal("SIGTERM");
    const code = await Promise.race([server.ended, delay(stoppedWithinMs, "no end", { ref: false })]);
    if (code !== 0) throw new Error(`SIGTERM was answered with ${code}, not with an exit code of 0.`);
    console.log(`Ready, answered at ${address}, and stopped in order.`);
    return onePassed;
  } catch (error) {
    console.error(server.output());
    console.error(error instanceof Error ? error.message : error);
    return oneFailed;
  } finally {
    server.signal("SIGKILL");
    await endOrphan(dataDir);
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** A copy and not a symbolic link, because Node resolves links before it names a module. */
async function copyProduct(root: string): Promise<string> {
  await mkdir(root);
  for (const name of ["package.json", "contract", "server", "dist"]) {
    await cp(name, join(root, name), { recursive: true });
  }
  await symlink(resolve("node_modules"), join(root, "node_modules"));
  return root;
}

function startServer({ root, dataDir, address }: { root: string; dataDir: string; address: string }) {
  const { port } = new URL(address);
  // Nothing of the developer's own settings: this is the product as it comes.
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, HOST: "127.0.0.1", PORT: port, DATA_DIR: dataDir };
  const child = spawn(process.execPath, ["server/main.ts"], {
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

async function waitUntilReady(address: string, ended: Promise<unknown>): Promise<void> {
  let code: unknown;
  void ended.then((value) => {
    code = value;
  });
  const deadline = performance.now() + readyWithinMs;
  while (performance.now() < deadline) {
    if (code !== undefined) throw new Error(`The server ended with ${code} instead of getting ready.`);
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await delay(50);
  }
  throw new Error(`/readyz was not answered with success within ${readyWithinMs / 1000} s.`);
}

async function expectAnswer(url: string, expected: { type: string; text: string }): Promise<void> {
  const answer = await fetch(url);
  const type = answer.headers.get("content-type") ?? "";
  const fits = type.startsWith(expected.type) && (await answer.text()).includes(expected.text);
  if (answer.status !== 200 || !fits)
    throw new Error(`${url} answered ${answer.status} (${type}), not as expected.`);
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no free port was found");
  return address.port;
}

// A server that had to be killed leaves its database running.
async function endOrphan(dataDir: string): Promise<void> {
  const file = join(dataDir, "postgres", "postmaster.pid");
  const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
  if (pid > 0) process.kill(pid, "SIGQUIT");
}
