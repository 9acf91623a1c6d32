import pLimit from "p-limit";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Log } from "../log/index.ts";
import type { InstallationGauge, ProcessMetric, Samples } from "../metrics.ts";
import { withTimeout } from "../timeout.ts";

/** How long a scrape waits for the database. */
const DATABASE_MS = 2_000;
/** Scrapes may use two connections at once, so that requests have the others. */
const reads = pLimit(2);

/** Adds a metric of the installation. It is absent while the database does not respond, so that a scrape still returns the other metrics. */
export function addInstallationGauge(registry: Registry, gauge: InstallationGauge, log: Log): void {
  const { name, help, label, freshSeconds } = gauge;
  const read = readInTime(gauge.read, { name, log, freshSeconds });
  new Gauge({
    name,
    help: `${help}. Absent while the database is unavailable.`,
    labelNames: label === undefined ? [] : [label],
    aggregator: "first",
    registers: [registry],
    async collect() {
      // Without labels, `reset` would set it to 0.
      if (label === undefined) this.remove();
      else this.reset();
      const samples = await read();
      if (samples !== undefined) setSamples(samples, label, (labels, value) => this.set(labels, value));
    },
  });
}

/** Adds a metric that a module keeps in memory. */
export function addProcessMetric(registry: Registry, { name, help, label, type, read }: ProcessMetric): void {
  const about = {
    ...{ name, help: `${help}.`, labelNames: label === undefined ? [] : [label], registers: [registry] },
  };
  if (type === "gauge") {
    new Gauge({
      ...about,
      collect() {
        setSamples(read(), label, (labels, value) => this.set(labels, value));
      },
    });
    return;
  }
  new Counter({
    ...about,
    collect() {
      this.reset();
      setSamples(read(), label, (labels, value) => this.inc(labels, value));
    },
  });
}

function setSamples(
  samples: Samples,
  label: string | undefined,
  set: (labels: Record<string, string>, value: number) => void,
): void {
  if (typeof samples === "number") set({}, samples);
  else for (const [value, count] of Object.entries(samples)) set({ [label ?? "value"]: value }, count);
}

/** Returns a function that reads a value from the database, or returns undefined if that fails or takes too long. A fresh value is reused, so that frequent scrapes cost no more. */
export function readInTime<T>(
  read: () => Promise<T>,
  { name, log, freshSeconds = 0 }: { name: string; log: Log; freshSeconds?: number | undefined },
): () => Promise<T | undefined> {
  let known: { value: T; at: number } | undefined;
  let running: Promise<T> | undefined;
  const begin = async () => {
    try {
      const value = await reads(read);
      known = { value, at: performance.now() };
      return value;
    } finally {
      running = undefined;
    }
  };
  return async () => {
    if (known?.value !== undefined && performance.now() - known.at < freshSeconds * 1000) return known.value;
    try {
      running ??= begin();
      return await withTimeout(running, DATABASE_MS, () => {
        throw new Error("the database did not respond in time");
      });
    } catch (error) {
      log.warn({ err: error, metric: name }, "metric could not be read; omitted from this scrape");
      return undefined;
    }
  };
}
