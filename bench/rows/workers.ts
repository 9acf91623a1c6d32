import { availableParallelism } from "node:os";
import { makeCreator, PHONE, visitTo } from "../fixtures.ts";
import { load, type Target } from "../load.ts";
import { type CpuSeconds, cpuDuring } from "../processes.ts";
import { withNewProduct } from "../product.ts";
import { type Figure, median, show } from "../report.ts";
import type { Bench, Row } from "../row.ts";

const COUNTS = [1, 2, 3, 4];
/** The required share of a linear increase, on as many cores. */
const BARS: Record<number, number> = { 2: 1.8, 4: 3.2 };
/** Limited, so that four counts with three loads each take less than four minutes. */
const MAX_ROUNDS = 3;
/** The rate, and the cores that each part uses, which show the bottleneck. */
type Measured = { rate: number; cores: CpuSeconds };
const NOTHING: Measured = { rate: Number.NaN, cores: { workers: 0, postgres: 0, generator: 0 } };
const LOADS = ["pages, cached", "API of a creator's page", "events after their commit"] as const;

/** Pages and events per second with 1 to 4 processes (WORKERS) on one PostgreSQL. The load generator needs cores, too. */
export const workersRow: Row = {
  name: "workers",
  async run(bench) {
    const measured: Measured[][] = [];
    for (const count of COUNTS) {
      bench.say(`${count} ${count === 1 ? "process" : "processes"}`);
      measured.push(await measure(bench, count));
    }
    const cores = availableParallelism();
    return LOADS.flatMap((what, kind) =>
      COUNTS.map((count, place): Figure => {
        const ours = measured[place]?.[kind] ?? NOTHING;
        const ratio = ours.rate / (measured[0]?.[kind]?.rate ?? Number.NaN);
        const bar = BARS[count];
        const profile = `cores in use: ${describeCores(ours.cores)}`;
        return {
          what: `${what}, ${count} of WORKERS on ${cores} cores`,
          ours: `${show(ours.rate)}/s`,
          against:
            bar === undefined
              ? profile
              : `1 process; bar ≥ ${bar} on ${count} cores beside the load's own; ${profile}`,
          ratio: ratio.toFixed(2),
          ...(bar !== undefined && cores > count ? { met: ratio >= bar } : {}),
        };
      }),
    );
  },
};

const describeCores = ({ workers, postgres, generator }: CpuSeconds) =>
  `processes ${workers.toFixed(2)}, PostgreSQL ${postgres.toFixed(2)}, load ${generator.toFixed(2)}`;

function measure({ rounds, seconds }: Bench, count: number): Promise<Measured[]> {
  return withNewProduct({ WORKERS: String(count) }, async (product) => {
    const { id, handle } = await makeCreator(product);
    const target = { headers: { "user-agent": PHONE }, connections: 200, seconds };
    const targets: Target[] = [
      { ...target, url: `${product.url}/@${handle}` },
      { ...target, url: `${product.url}/api/public/creator/${handle}` },
      { ...target, ...visitTo(id), url: `${product.url}/api/public/analytics` },
    ];
    const measured: Measured[] = [];
    for (const each of targets) {
      await load({ ...each, seconds: 2 });
      const taken: Measured[] = [];
      for (let round = 0; round < Math.min(rounds, MAX_ROUNDS); round++) {
        taken.push(await loadWithProfile(each, product.pid));
      }
      const middle = median(taken.map(({ rate }) => rate));
      measured.push(taken.find(({ rate }) => rate === middle) ?? NOTHING);
    }
    return measured;
  });
}

async function loadWithProfile(target: Target, productPid: number): Promise<Measured> {
  const { result, seconds, cpu } = await cpuDuring(productPid, () => load(target));
  const { workers, postgres, generator } = cpu;
  const cores = {
    workers: workers / seconds,
    postgres: postgres / seconds,
    generator: generator / seconds,
  };
  return { rate: result.rate, cores };
}
