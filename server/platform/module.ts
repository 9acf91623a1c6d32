import type { Server } from "node:http";
import type { FastifyInstance } from "fastify";
import type { FastPathHandler, ImmediateHandler } from "./http/fast-path.ts";
import type { RegisterPage } from "./http/register-page.ts";
import type { RegisterRoute } from "./http/register-route.ts";
import type { SecurityHeaders } from "./http/security-headers.ts";
import type { Job } from "./jobs/port.ts";
import type { EmailAttachments, EmailLinks } from "./mail/port.ts";
import type { InstallationGauge, ProcessMetric } from "./metrics.ts";

/** The functions by which a module registers its routes. */
export type Http = {
  registerRoute: RegisterRoute;
  /** Adds routes in a separate scope, whose body parsers and hooks apply to no other route. */
  addScope(
    setUp: (scope: FastifyInstance, registerRoute: RegisterRoute) => void | Promise<void>,
  ): Promise<void>;
};

/** The dependencies of a fast path, which responds before the framework. */
export type FastPathContext = {
  server: Server;
  policy: SecurityHeaders;
  /** The name of the session cookie. */
  cookie: { name: string };
  requestTimeoutMs?: number;
};

/** A feature as `server/modules/index.ts` lists it. Each part is optional. */
export type Module = {
  /** Registers the handlers of its routes of the contract. */
  routes?(http: Http): void | Promise<void>;
  /** Registers the handlers of its page routes of the contract. */
  pages?(registerPage: RegisterPage): void;
  fastPath?(context: FastPathContext): FastPathHandler;
  /** A fast path whose responses are sent at once. */
  immediatePath?(context: FastPathContext): ImmediateHandler;
  jobs?: readonly Job[];
  /** Tasks by name that requests depend on. They run before a process serves, and every hour on one of the nodes. */
  preparation?: Readonly<Record<string, () => Promise<void>>>;
  /** Cleanup tasks by name. They run as a job when a process starts, and every hour on one of the nodes. */
  maintenance?: Readonly<Record<string, () => Promise<void>>>;
  /** Metrics of the whole installation. */
  gauges?: readonly InstallationGauge[];
  /** Metrics of this process. */
  processMetrics?: readonly ProcessMetric[];
  /** Resolves the links in its emails. */
  emailLinks?: EmailLinks;
  /** Finds the attachments of its emails. Only one module may have attachments. */
  emailAttachments?: EmailAttachments;
  /** Finishes its background work. Called once no request is in progress. */
  stop?(): Promise<void>;
  /** Functions for other modules. */
  api?: object;
};
