import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { compose, type StartParts } from "../compose.ts";
import type { Config } from "../config/config.ts";
import type { NamedAdmin } from "../modules/accounts/index.ts";

/** The product, ready to listen: in this process, or in worker processes that this one starts. */
export type Started = {
  /** The state of the account of ADMIN_EMAIL, or undefined if none is configured. */
  admin: NamedAdmin | undefined;
  /** The version of the bundled database. */
  postgresVersion: string | undefined;
  listen(): Promise<void>;
  /** Lets `/readyz` return 503, and resolves after DRAIN_SECONDS. */
  drain(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the product in this process. */
export async function startServer(config: Config, parts: StartParts): Promise<Started> {
  const { app, ask, readiness, admin, postgresVersion, stop } = await compose(config, parts);
  return {
    admin,
    postgresVersion,
    async listen() {
      if (ask && config.ownDomains) {
        ask.listen(config.ownDomains.ask);
        await once(ask, "listening");
      }
      await app.listen({ port: config.port, host: config.host });
    },
    async drain() {
      readiness.stopping = true;
      // The load balancer sends requests here until it has polled /readyz.
      if (app.server.listening) await delay(config.drainMs);
    },
    stop,
  };
}
