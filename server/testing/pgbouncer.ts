import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { findFreePort } from "./free-port.ts";

const PROGRAM = "/usr/sbin/pgbouncer";
/** A deadline that only a hang exceeds, however busy the machine is. */
const START_TIMEOUT_MS = 120_000;

/**
 * Starts PgBouncer with `deploy/pgbouncer.ini` in front of the database of `url`, with a number of
 * connections to it.
 */
export async function startPgBouncer(url: string, { connections }: { connections: number }) {
  const { host, port, user = "", database = "" } = new pg.Client({ connectionString: url });
  const folder = await mkdtemp(join(tmpdir(), "tessera-pgbouncer-"));
  await chmod(folder, 0o755);
  const own = await findFreePort();
  const file = join(folder, "pgbouncer.ini");
  const example = await readFile("deploy/pgbouncer.ini", "utf8");
  await writeFile(
    file,
    example
      .replace(/^tessera = host=\S+ port=\S+/m, `${database} = host=${host} port=${port}`)
      .replace(/^listen_port = .*$/m, `listen_port = ${own}\nunix_socket_dir =`)
      .replace(/^auth_type = .*$/m, "auth_type = trust")
      .replace(/^auth_file = .*$/m, `auth_file = ${join(folder, "users")}`)
      .replace(/^default_pool_size = .*$/m, `default_pool_size = ${connections}`),
  );
  await writeFile(join(folder, "users"), `"${user}" ""\n`);
  // PgBouncer refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const readId = (option: string) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
  const owner = isRoot ? { uid: readId("-u"), gid: readId("-g") } : {};
  let child: ChildProcess | undefined;
  let output = "";
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ host: "127.0.0.1", port: own });
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
  async function start() {
    child = spawn(PROGRAM, [file], { ...owner, stdio: ["ignore", "ignore", "pipe"] });
    child.stderr?.on("data", (chunk) => {
      output += chunk;
    });
    const until = performance.now() + START_TIMEOUT_MS;
    while (!(await isListening())) {
      if (performance.now() > until) throw new Error(`PgBouncer did not start: ${output}`);
      await delay(20);
    }
  }
  async function stop() {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }
  await start();
  return {
    url: `postgresql://${user}@127.0.0.1:${own}/${database}`,
    /** Returns the log. */
    output: () => output,
    start,
    stop,
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
