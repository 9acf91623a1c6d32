import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findOwner, findPrograms } from "../../scripts/outside-postgres.ts";
import { findFreePort } from "../testing/free-port.ts";
import { secondsUntil } from "./drill.ts";

/** The settings of `docs/storage.md`: a primary that is gone is followed by its synchronous standby after some 20 seconds. */
const DCS = { ttl: 20, loop_wait: 2, retry_timeout: 3 };

type Member = { name: string; port: number; rest: number; file: string; cluster: string };

/** Starts three members of PostgreSQL with Patroni in synchronous mode, an etcd, and HAProxy, which leads to whichever is the primary. */
export async function startPatroni() {
  const programs = await findPrograms();
  if (!programs) throw new Error("PostgreSQL is not installed");
  const owner = await findOwner();
  const folder = await mkdtemp(join(tmpdir(), "tessera-patroni-"));
  if (owner) await chown(folder, owner.uid, owner.gid);
  const [etcdPort, peerPort, proxyPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const children = new Map<string, ChildProcess>();
  let output = "";
  const run = (name: string, program: string, args: string[]) => {
    const env = { PATH: process.env.PATH ?? "", LC_ALL: "C", HOME: folder };
    const child = spawn(program, args, { ...owner, cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        output += chunk;
      });
    children.set(name, child);
  };
  const etcd = `http://127.0.0.1:${etcdPort}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  run("etcd", "etcd", [
    ...["--name", "etcd", "--data-dir", join(folder, "etcd"), "--unsafe-no-fsync"],
    ...["--listen-client-urls", etcd, "--advertise-client-urls", etcd],
    ...[
      "--listen-peer-urls",
      peer,
      "--initial-advertise-peer-urls",
      peer,
      "--initial-cluster",
      `etcd=${peer}`,
    ],
  ]);
  await secondsUntil(async () => (await fetch(`${etcd}/health`)).ok, 30);

  const members = await makeMembers({ folder, owner, bin: programs.folder, etcdPort });
  const start = ({ name, file }: Member) => run(name, "patroni", [file]);
  const [first, ...others] = members;
  if (first) start(first);
  const isPrimary = async ({ rest }: Member) => (await fetch(`http://127.0.0.1:${rest}/primary`)).ok;
  await secondsUntil(async () => first !== undefined && (await isPrimary(first)), 90).catch(() => {
    throw new Error(`no primary:\n${output}`);
  });
  others.forEach(start);
  /** Returns the members that stream from the primary, and among them the synchronous one. */
  const listReplicas = async () => {
    for (const { rest } of members) {
      const response = await fetch(`http://127.0.0.1:${rest}/cluster`).catch(() => undefined);
      if (!response?.ok) continue;
      const found = (await response.json()) as { members: { name: string; role: string; state: string }[] };
      const replicas = found.members.filter(({ role, state }) => role !== "leader" && state === "running");
      return {
        all: replicas.length,
        synchronous: replicas.filter(({ role }) => role === "sync_standby").length,
      };
    }
    return { all: 0, synchronous: 0 };
  };
  const untilWhole = () =>
    secondsUntil(async () => {
      const { all, synchronous } = await listReplicas();
      return all === members.length - 1 && synchronous === 1;
    }, 120);
  await untilWhole();

  const file = await writeProxyFile(folder, { members, port: proxyPort });
  run("haproxy", "haproxy", ["-f", file, "-db"]);

  return {
    url: `postgresql://postgres@127.0.0.1:${proxyPort}/postgres`,
    output: () => output,
    /** Ends Patroni and PostgreSQL of the primary as the loss of its machine does, and returns how to start it again. */
    async killPrimary() {
      for (const member of members) {
        if (!(await isPrimary(member).catch(() => false))) continue;
        const [postmaster] = (await readFile(join(member.cluster, "postmaster.pid"), "utf8")).split("\n");
        const pids = [Number(postmaster), ...(await listChildren(Number(postmaster)))];
        children.get(member.name)?.kill("SIGKILL");
        for (const pid of pids) killIfThere(pid);
        return { name: member.name, restart: () => start(member) };
      }
      throw new Error("no member is the primary");
    },
    untilWhole,
    async stop() {
      // Patroni stops its PostgreSQL at SIGTERM.
      for (const child of [...children.values()].reverse()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Place = { folder: string; owner: Awaited<ReturnType<typeof findOwner>>; bin: string; etcdPort: number };

async function makeMembers({ folder, owner, ...place }: Place): Promise<Member[]> {
  const members: Member[] = [];
  for (const name of ["one", "two", "three"]) {
    const member = {
      name,
      port: await findFreePort(),
      rest: await findFreePort(),
      file: join(folder, `${name}.json`),
      cluster: join(folder, name),
    };
    const sockets = join(folder, `${name}-socket`);
    await mkdir(sockets);
    if (owner) await chown(sockets, owner.uid, owner.gid);
    // JSON is YAML.
    await writeFile(member.file, JSON.stringify(describeMember(member, { folder, ...place })));
    members.push(member);
  }
  return members;
}

/** Writes the configuration of `deploy/` for these members, and returns its path. */
async function writeProxyFile(folder: string, { members, port }: { members: Member[]; port: number }) {
  const file = join(folder, "haproxy.cfg");
  const example = await readFile("deploy/haproxy-patroni.cfg", "utf8");
  const servers = members.map(
    ({ name, port: own, rest }) => `    server ${name} 127.0.0.1:${own} check port ${rest}\n`,
  );
  const text = example.replace(/^ {4}bind .*$/m, `    bind 127.0.0.1:${port}`);
  await writeFile(file, text.replace(/( {4}server .*\n)+/, servers.join("")));
  return file;
}

function describeMember(
  { name, port, rest, cluster }: Member,
  { folder, bin, etcdPort }: { folder: string; bin: string; etcdPort: number },
) {
  return {
    scope: "tessera",
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...DCS,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
      pg_hba: [
        "local all all trust",
        "host all all 127.0.0.1/32 trust",
        "host replication all 127.0.0.1/32 trust",
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: cluster,
      bin_dir: bin,
      pgpass: join(folder, `${name}.pgpass`),
      authentication: { superuser: { username: "postgres" }, replication: { username: "postgres" } },
      parameters: { unix_socket_directories: join(folder, `${name}-socket`) },
    },
  };
}

/** Returns the processes that a process has started. */
async function listChildren(parent: number): Promise<number[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    ids.map(async (id) => {
      const stat = await readFile(`/proc/${id}/stat`, "utf8").catch(() => "");
      return Number(/\) \S (\d+) /.exec(stat)?.[1]);
    }),
  );
  return ids.filter((_, place) => parents[place] === parent);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended with its parent.
  }
}
