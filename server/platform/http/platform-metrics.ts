import { sql } from "drizzle-orm";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Database } from "../database/index.ts";
import type { DiskSpace } from "../disk.ts";
import type { Jobs } from "../jobs/port.ts";
import type { Log } from "../log/index.ts";
import type { InstallationGauge } from "../metrics.ts";
import { addInstallationGauge, addProcessMetric, readInTime } from "./gauges.ts";
import type { Readiness } from "./health.ts";
import { DATABASE_RESTARTS, WORKER_RESTARTS } from "./worker-metrics.ts";

type Parts = {
  db: Database;
  jobs: Jobs;
  disk: DiskSpace;
  log: Log;
  version: string;
  readiness: Readiness;
  /** How often the bundled database was restarted by this process. */
  databaseRestarts?: (() => number) | undefined;
};

/** Adds the metrics of the process, its database, its disk and its jobs. */
export function addPlatformMetrics(registry: Registry, parts: Parts): void {
  const { db, disk, version, readiness, databaseRestarts = () => 0 } = parts;
  const registers = [registry];
  new Gauge({
    name: "tessera_build_info",
    help: "The number of processes that serve requests, with their release.",
    labelNames: ["version", "node"],
    registers,
  }).set({ version, node: process.version }, 1);
  // Always 0 here: the first process counts restarts and adds the workers' metrics to its own.
  new Counter({ ...WORKER_RESTARTS, registers });
  addProcessMetric(registry, { ...DATABASE_RESTARTS, read: databaseRestarts });
  new Gauge({
    name: "tessera_database_connections",
    help: "Connections to the database, and requests that wait for one.",
    labelNames: ["state"],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = db.$client;
      this.set({ state: "busy" }, totalCount - idleCount);
      this.set({ state: "idle" }, idleCount);
      this.set({ state: "waiting" }, waitingCount);
    },
  });
  // Registered after the connections, because its own query would be counted among those that wait.
  new Gauge({
    name: "tessera_ready",
    help: "Whether /readyz returns 200, by requirement: 1, or 0 while the database does not respond or the process is being stopped.",
    labelNames: ["needs"],
    aggregator: "min",
    registers,
    async collect() {
      const isDatabaseReady = await readiness.check().then(
        () => true,
        () => false,
      );
      this.set({ needs: "database" }, isDatabaseReady ? 1 : 0);
      this.set({ needs: "running" }, readiness.stopping ? 0 : 1);
    },
  });
  new Gauge({
    name: "tessera_disk_bytes",
    help: "Free disk space for uploads and the bundled database, and the reserve below which uploads are rejected.",
    labelNames: ["state"],
    aggregator: "min",
    registers,
    async collect() {
      const { freeBytes } = await disk.read();
      if (Number.isFinite(freeBytes)) this.set({ state: "free" }, freeBytes);
      this.set({ state: "reserve" }, disk.reserveBytes);
    },
  });
  addJobMetrics(registry, parts);
  addDatabaseMetrics(registry, parts);
}

function addJobMetrics(registry: Registry, { jobs, log }: Parts): void {
  const read = readInTime(() => jobs.readQueues(), { name: "tessera_jobs", log });
  new Gauge({
    aggregator: "first",
    registers: [registry],
    name: "tessera_jobs",
    help: "Jobs of the installation that wait, run or failed permanently; absent while the database is unavailable.",
    labelNames: ["queue", "state"],
    async collect() {
      this.reset();
      for (const { name: queue, waiting, running, dead } of (await read()) ?? []) {
        this.set({ queue, state: "waiting" }, waiting);
        this.set({ queue, state: "running" }, running);
        this.set({ queue, state: "dead" }, dead);
      }
    },
  });
  new Gauge({
    aggregator: "first",
    registers: [registry],
    name: "tessera_oldest_job_seconds",
    help: "How long the most overdue job of a queue has been due without being begun, or without success after a failure; absent while the database is unavailable.",
    labelNames: ["queue"],
    async collect() {
      this.reset();
      for (const { name: queue, oldestSeconds } of (await read()) ?? []) this.set({ queue }, oldestSeconds);
    },
  });
}

/** These values are reused for a while, because PostgreSQL reads each file of the database and each of its connections. */
const DATABASE_FRESH_SECONDS = 60;

function addDatabaseMetrics(registry: Registry, { db, log }: Parts): void {
  const add = (gauge: InstallationGauge) =>
    addInstallationGauge(registry, { freshSeconds: DATABASE_FRESH_SECONDS, ...gauge }, log);
  add({
    name: "tessera_database_bytes",
    help: "Size of the database with its indexes",
    read: async () => {
      const { rows } = await db.execute<{ bytes: number }>(
        sql`select pg_database_size(current_database()) as bytes`,
      );
      return rows[0]?.bytes;
    },
  });
  add({
    name: "tessera_database_server_connections",
    help: "Connections to the database's server from all its clients, and how many it accepts",
    label: "state",
    read: async () => {
      const { rows } = await db.execute<{ used: number; limit: number }>(
        sql`select count(*)::int as used, current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "limit"
            from pg_stat_activity where backend_type = 'client backend'`,
      );
      return rows[0];
    },
  });
  add({
    name: "tessera_database_used_connections",
    help: "Connections to the database by their use, including those of a pooler",
    label: "use",
    read: async () => {
      const { rows } = await db.execute<Record<"requests" | "jobs" | "notices" | "other", number>>(
        sql`select count(*) filter (where application_name = 'tessera')::int as requests,
              count(*) filter (where starts_with(application_name, 'tessera jobs'))::int as jobs,
              count(*) filter (where starts_with(application_name, 'tessera listener'))::int as notices,
              count(*) filter (where application_name !~ '^tessera( jobs| listener|$)')::int as other
            from pg_stat_activity where backend_type = 'client backend' and datname = current_database()`,
      );
      return rows[0];
    },
  });
}
