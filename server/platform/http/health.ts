import type { FastifyInstance } from "fastify";
import { unavailable } from "./app-error.ts";

export type Readiness = {
  /** Throws while the database does not answer. */
  check(): Promise<void>;
  /** True from the moment that the process is asked to end. */
  stopping: boolean;
};

/** `/healthz`: the process lives. `/readyz`: it can serve. */
export function addHealthRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get("/healthz", (_request, reply) => reply.header("Cache-Control", "no-store").send({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    if (readiness.stopping) throw unavailable();
    await readiness.check();
    return reply.header("Cache-Control", "no-store").send({ status: "ready" });
  });
}
