import { readdir, readFile } from "node:fs/promises";

/** Seconds of CPU since the start, by process. A load generator started by this process counts once it has exited. */
export type CpuSeconds = { workers: number; postgres: number; generator: number };

const TICKS_PER_SECOND = 100;
type Process = { pid: number; parent: number; name: string; own: number; ended: number };

/** Reads the CPU time of the product's processes, of its bundled PostgreSQL and of load generators from `/proc`. */
export async function readCpuSeconds(productPid: number): Promise<CpuSeconds> {
  const processes = await readProcesses();
  const ofProduct = listDescendants(processes, productPid);
  const sum = (list: Process[]) =>
    list.reduce((ticks, { own, ended }) => ticks + own + ended, 0) / TICKS_PER_SECOND;
  return {
    workers: sum(ofProduct.filter(({ name }) => name !== "postgres")),
    postgres: sum(ofProduct.filter(({ name }) => name === "postgres")),
    generator: (processes.get(process.pid)?.ended ?? 0) / TICKS_PER_SECOND,
  };
}

/** Runs the work, and returns its result with its elapsed time and CPU time. */
export async function cpuDuring<Result>(
  productPid: number,
  work: () => Promise<Result>,
): Promise<{ result: Result; seconds: number; cpu: CpuSeconds }> {
  const startedAt = performance.now();
  const before = await readCpuSeconds(productPid);
  const result = await work();
  const after = await readCpuSeconds(productPid);
  const took = (part: keyof CpuSeconds) => after[part] - before[part];
  return {
    result,
    seconds: (performance.now() - startedAt) / 1000,
    cpu: { workers: took("workers"), postgres: took("postgres"), generator: took("generator") },
  };
}

/**
 * Returns the memory of the product's processes and of its bundled PostgreSQL, in megabytes.
 * A page that several processes share counts once (PSS, see proc_pid_smaps(5)).
 */
export async function readMegabytes(productPid: number): Promise<number> {
  const ofProduct = listDescendants(await readProcesses(), productPid);
  const kilobytes = await Promise.all(
    ofProduct.map(async ({ pid }) => {
      const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
      return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
    }),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

async function readProcesses(): Promise<Map<number, Process>> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map(readProcess));
  return new Map(found.filter((each) => each !== undefined).map((each) => [each.pid, each] as const));
}

/** Returns a process with its descendants. */
function listDescendants(processes: Map<number, Process>, root: number): Process[] {
  const isBelow = ({ pid, parent }: Process): boolean => {
    if (pid === root) return true;
    const above = processes.get(parent);
    return above !== undefined && isBelow(above);
  };
  return [...processes.values()].filter(isBelow);
}

/** Returns undefined for a process that has exited. The fields follow the name in brackets, see proc(5). */
async function readProcess(pid: string): Promise<Process | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (stat === undefined) return undefined;
  const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
    (index) => fields[index],
  );
  return { pid: Number(pid), parent, name, own: user + system, ended: endedUser + endedSystem };
}
