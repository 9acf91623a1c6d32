import { writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { canLoad } from "./load.ts";
import { makeFolder, removeFolder, startProduct } from "./product.ts";
import { type Figure, formatTable, skipped } from "./report.ts";
import type { Row } from "./row.ts";
import { adminRow, tilesRow } from "./rows/console.ts";
import { downloadRow } from "./rows/download.ts";
import { eventsRow } from "./rows/events.ts";
import { installRow } from "./rows/install.ts";
import { lighthouseRow } from "./rows/lighthouse.ts";
import { pageRow } from "./rows/page.ts";
import { payRow } from "./rows/pay.ts";
import { memoryRow, startRow } from "./rows/process.ts";
import { summaryRow } from "./rows/summary.ts";
import { workersRow } from "./rows/workers.ts";

// The one that fills the database comes last: what is measured before has it nearly empty.
const rows: readonly Row[] = [
  startRow,
  memoryRow,
  pageRow,
  eventsRow,
  tilesRow,
  downloadRow,
  payRow,
  workersRow,
  installRow,
  lighthouseRow,
  adminRow,
  summaryRow,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, out: { type: "string" } },
});
const unknown = positionals.filter((name) => !rows.some((row) => row.name === name));
const chosen = rows.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (unknown.length > 0) {
  console.error(
    `Unknown: ${unknown.join(" ")}. Rows: ${rows.map(({ name }) => name).join(" ")}. Options: --quick, --out FILE.`,
  );
  process.exit(1);
}
if (!(await canLoad())) {
  console.error("wrk makes the load of these figures: install it first (Debian: apt-get install wrk).");
  process.exit(1);
}

const startedAt = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${line}`);
const figures: Figure[] = [];
for (const row of chosen) {
  say(`▶ ${row.name} (load of the machine ${loadavg()[0]?.toFixed(1)})`);
  figures.push(...(await runAlone(row)));
}

const table = formatTable(figures);
console.log(`\n${table}`);
// A part of the table does not take the place of the whole one.
const out = values.out ?? (positionals.length === 0 && !values.quick ? "bench/results.md" : undefined);
if (out) await writeFile(out, describe(table));

/** Each row has the product to itself, on an empty data folder. */
async function runAlone(row: Row): Promise<Figure[]> {
  const dataDir = await makeFolder();
  const product = await startProduct(dataDir);
  try {
    const quick = values.quick;
    return await row.run({ product, quick, rounds: quick ? 2 : 5, seconds: quick ? 2 : 4, say });
  } catch (error) {
    console.error(error);
    return [skipped(row.name, error instanceof Error ? error.message : String(error))];
  } finally {
    await product.stop();
    await removeFolder(dataDir);
  }
}

function describe(body: string): string {
  const cpu = cpus();
  const minutes = Math.round((performance.now() - startedAt) / 60_000);
  return `# What \`npm run bench\` measured

${new Date().toISOString().slice(0, 10)}, ${cpu.length} × ${cpu[0]?.model}, Node ${process.versions.node}, ${minutes} minutes; load generator, product and PostgreSQL on the one machine.
Ratios are of one run, the two sides in turn; figures are medians of the rounds.

${body}
`;
}
