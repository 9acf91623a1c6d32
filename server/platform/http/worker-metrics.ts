import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import { AggregatorRegistry, type Registry } from "prom-client";
import { withTimeout } from "../timeout.ts";

/** A worker that is too busy to report in time is left out. */
const REPORT_MS = 3_000;
const COLLECT_MS = 4_000;

type Values = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;
/** From a worker to the first process, and back. */
type Message =
  | { metrics: "available" }
  | { metrics: "collect"; id: string }
  | { metrics: "collected"; id: string; text: string }
  | { metrics: "report"; id: string }
  | { metrics: "reported"; id: string; values: Values };

const isMessage = (message: unknown): message is Message =>
  typeof message === "object" && message !== null && "metrics" in message;

/** Lets the first process respond to the workers' requests for the metrics of all workers. */
export function collectFromWorkers(): void {
  const available = new Set<Worker>();
  const waiting = new Map<string, (values: Values) => void>();
  const report = async (worker: Worker): Promise<Values> => {
    const id = randomUUID();
    const reported = new Promise<Values>((resolve) => waiting.set(id, resolve));
    send(worker, { metrics: "report", id });
    return withTimeout(reported, REPORT_MS, () => []).finally(() => waiting.delete(id));
  };
  cluster.on("exit", (worker) => available.delete(worker));
  cluster.on("message", async (worker, message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === "available") available.add(worker);
    if (message.metrics === "reported") waiting.get(message.id)?.(message.values);
    if (message.metrics !== "collect") return;
    const values = await Promise.all([...available].map(report));
    const text = await AggregatorRegistry.aggregate(values).metrics();
    send(worker, { metrics: "collected", id: message.id, text });
  });
}

/**
 * Returns how the metrics are read: those of this process, or in a worker those of all workers, as sums where the metric names no other
 * way (`aggregator`).
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
  send(process, { metrics: "available" });
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
