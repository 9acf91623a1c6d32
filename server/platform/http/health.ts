import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { Database } from "../database/index.ts";
import type { DeriveToken } from "../tokens.ts";
import { unavailable } from "./app-error.ts";
import { respondToSelfCheck } from "./self-check.ts";

export type Readiness = {
  /** Throws while the database is unavailable. */
  check(): Promise<void>;
  /** True once a shutdown has been requested. */
  stopping: boolean;
};

export const createReadiness = (db: Database): Readiness => ({
  stopping: false,
  check: async () => void (await db.execute(sql`select 1 from schema_migrations limit 1`)),
});

/** Registers `/healthz` (the process runs) and `/readyz` (it can serve requests). */
export function addHealthRoutes(
  app: FastifyInstance,
  { readiness, derive }: { readiness: Readiness; derive: DeriveToken },
): void {
  app.get("/healthz", (request, reply) =>
    reply.header("Cache-Control", "no-store").send({ status: "ok", ...respondToSelfCheck(request, derive) }),
  );
  app.get("/readyz", async (_request, reply) => {
    if (readiness.stopping) throw unavailable();
    await readiness.check();
    return reply.header("Cache-Control", "no-store").send({ status: "ready" });
  });
}
