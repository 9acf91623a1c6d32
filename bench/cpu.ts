import { readdir, readFile } from "node:fs/promises";

/** Seconds of CPU since the start, by process. A load generator started by this process counts once it has exited. */
export type CpuSeconds = { workers: number; postgres: number; generator: number };

const TICKS_PER_SECOND = 100;
type Process = { pid: number; parent: number; name: string; own: number; ended: number };

/** Reads the CPU time of the product's processes, of its bundled PostgreSQL and of load generators from `/proc`. */
export async function readCpuSeconds(productPid: number): Promise<CpuSeconds> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map(readProcess));
  const processes = new Map(
    found.filter((each) => each !== undefined).map((each) => [each.pid, each] as const),
  );
  const isOfProduct = ({ pid, parent }: Process): boolean => {
    if (pid === productPid) return true;
    const above = processes.get(parent);
    return above !== undefined && isOfProduct(above);
  };
  const ofProduct = [...processes.values()].filter(isOfProduct);
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
