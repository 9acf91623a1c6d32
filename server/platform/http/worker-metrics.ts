import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import { AggregatorRegistry, Counter, Registry } from "prom-client";
import { withTimeout } from "../timeout.ts";
import { addProcessMetric } from "./gauges.ts";

/** If a worker is too busy to report in time, its last report counts. */
const REPORT_MS = 3_000;
const COLLECT_MS = 4_000;

type Values = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;
/** Messages between a worker and the first process. */
type Message =
  | { metrics: "collect"; id: string }
  | { metrics: "collected"; id: string; text: string }
  | { metrics: "report"; id: string }
  | { metrics: "reported"; id: string; values: Values };

/** Counted by the first process, and 0 in each worker. */
export const WORKER_RESTARTS = {
  name: "tessera_worker_restarts_total",
  help: "Worker processes that ended unexpectedly and were replaced.",
} as const;

/** Counted by the process that has started the bundled database. */
export const DATABASE_RESTARTS = {
  name: "tessera_database_restarts_total",
  help: "Restarts of the bundled database, which had ended or did not accept connections",
  type: "counter",
} as const;

const isMessage = (message: unknown): message is Message =>
  typeof message === "object" && message !== null && "metrics" in message;

/**
 * Lets the first process respond to a worker's request for the metrics of all workers. The last counters of ended workers stay in the sums: Prometheus
 * would take a sum that falls for a restart and count all earlier requests again. Returns a function that counts restarts.
 */
export function collectFromWorkers(databaseRestarts: () => number): { countRestart(): void } {
  const own = new Registry();
  addProcessMetric(own, { ...DATABASE_RESTARTS, read: databaseRestarts });
  const restarts = new Counter({ ...WORKER_RESTARTS, registers: [own] });
  const available = new Set<Worker>();
  const reports = new Map<Worker, Values>();
  let ended: Promise<Values> = Promise.resolve([]);
  const waiting = new Map<string, (values: Values) => void>();
  const refresh = async (worker: Worker): Promise<void> => {
    const id = randomUUID();
    const reported = new Promise<Values | undefined>((resolve) => waiting.set(id, resolve));
    send(worker, { metrics: "report", id });
    const values = await withTimeout(reported, REPORT_MS, () => undefined).finally(() => waiting.delete(id));
    if (values && available.has(worker)) reports.set(worker, values);
  };
  const readAll = async (): Promise<string> => {
    await Promise.all([...available].map(refresh));
    let known: typeof ended;
    let ofEnded: Values;
    // A worker that ends meanwhile is in one of the two lists, never in both or in none.
    do {
      known = ended;
      ofEnded = await known;
    } while (known !== ended);
    const live = [...available].map((worker) => reports.get(worker) ?? []);
    return AggregatorRegistry.aggregate([...live, ofEnded, await own.getMetricsAsJSON()]).metrics();
  };
  cluster.on("exit", (worker) => {
    available.delete(worker);
    const last = reports.get(worker);
    reports.delete(worker);
    if (last) ended = ended.then((before) => sumOf([before, last.filter(isCumulative)]));
  });
  // Not earlier, because a worker in this set must be able to answer.
  cluster.on("listening", (worker) => available.add(worker));
  cluster.on("message", async (worker, message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === "reported") waiting.get(message.id)?.(message.values);
    if (message.metrics === "collect") {
      send(worker, { metrics: "collected", id: message.id, text: await readAll() });
    }
  });
  return { countRestart: () => restarts.inc() };
}

const sumOf = (values: Values[]): Promise<Values> => AggregatorRegistry.aggregate(values).getMetricsAsJSON();

const isCumulative = ({ type }: Values[number]) => ["counter", "histogram"].includes(String(type));

/**
 * Returns a function that reads the metrics of this process, or in a worker the metrics of all workers. Values are summed unless the metric has
 * another `aggregator`.
 */
export function metricsReader(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  const waiting = new Map<string, (text: string) => void>();
  process.on("message", async (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === "collected") waiting.get(message.id)?.(message.text);
    if (message.metrics !== "report") return;
    const values = await registry.getMetricsAsJSON();
    send(process, { metrics: "reported", id: message.id, values });
  });
  return () => {
    const id = randomUUID();
    const collected = new Promise<string>((resolve) => waiting.set(id, resolve));
    send(process, { metrics: "collect", id });
    return withTimeout(collected, COLLECT_MS, notCollected).finally(() => waiting.delete(id));
  };
}

function notCollected(): never {
  throw new Error("the workers' metrics were not collected");
}

/** The other process may have ended in the meantime. */
function send(to: Worker | NodeJS.Process, message: Message): void {
  to.send?.(message, undefined, undefined, () => {});
}
