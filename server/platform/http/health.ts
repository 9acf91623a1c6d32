import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { Database } from "../database/index.ts";
import type { DiskSpace } from "../disk.ts";
import { withTimeout } from "../timeout.ts";
import type { DeriveToken } from "../tokens.ts";
import { httpErrors } from "./app-error.ts";
import { respondToSelfCheck } from "./self-check.ts";

export type Readiness = {
  /** Throws while the database is unavailable. */
  check(): Promise<void>;
  /** True once a shutdown has been requested. */
  stopping: boolean;
};

/** Monitors, such as the image's health check, wait for 5 s. */
const READY_MS = 2_000;

export const createReadiness = (db: Pick<Database, "execute">): Readiness => ({
  stopping: false,
  check: () =>
    withTimeout(
      db.execute(sql`select 1 from schema_migrations limit 1`).then(() => undefined),
      READY_MS,
      () => {
        throw httpErrors.unavailable({ cause: new Error("the database did not respond in time") });
      },
    ),
});

/** Registers `/healthz` and `/readyz`. The first responds while the process runs, the second while it can serve requests. The second also reports low disk space. */
export function addHealthRoutes(
  app: FastifyInstance,
  parts: { readiness: Readiness; derive: DeriveToken; disk: DiskSpace },
): void {
  const { readiness, derive, disk } = parts;
  app.get("/healthz", (request, reply) =>
    reply.header("Cache-Control", "no-store").send({ status: "ok", ...respondToSelfCheck(request, derive) }),
  );
  app.get("/readyz", async (_request, reply) => {
    if (readiness.stopping) throw httpErrors.unavailable();
    await readiness.check();
    // Low disk space does not make the process unready: pages and sales work until the disk reserve is used up, too.
    const { isLow } = await disk.read();
    return reply.header("Cache-Control", "no-store").send({
      status: "ready",
      ...(isLow && { disk: "low" }),
    });
  });
}
