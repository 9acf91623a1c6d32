import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as delay, setImmediate as nextLoopTurn } from "node:timers/promises";
import type { Log } from "../log/index.ts";
import type { ConnectionSettings } from "./connection-settings.ts";
import { rejectWithoutHost } from "./errors.ts";
import type { ImmediateHandler } from "./fast-path.ts";
import { createStallCheck } from "./stalled-readers.ts";

declare module "fastify" {
  interface FastifyInstance {
    connections: Connections;
  }
}

/** Manages the connections of one HTTP server: sets the limits of Node, makes room when they are reached, and drains connections at shutdown. */
export type Connections = {
  /** `respondAtOnce` may send a complete response, and then returns true. The listener receives all other requests. */
  createServer(listener: RequestListener, respondAtOnce?: ImmediateHandler): Server;
  /** Stops accepting connections. Open ones are served, and closed after their response. */
  stopListening(): Promise<void>;
  /** Resolves when no connection is open. Idle ones are closed once no request has arrived for a while. */
  drain(): Promise<void>;
  destroyAll(): void;
};

/** Requests in progress, by open connection. A response that was sent at once is in progress while its bytes are in the socket's buffer. */
type Open = Map<Socket, number>;

/** After the last request, a load balancer may still send one over a connection that it holds open. */
const QUIET_MS = 1_000;
const DRAIN_POLL_MS = 20;
/** A connection may arrive between the last check and the closing of the listener, less likely in a short turn of the event
 *  loop. For a while only a short turn without new connections ends the wait, then any such turn. */
const SHORT_TURN_MS = 0.5;
const PREFER_SHORT_MS = 500;
const MAX_ACCEPT_MS = 2_500;
const WARNING_INTERVAL_MS = 60_000;
/** The share of the limit at which idle connections are closed, before Node rejects new ones. */
const CROWDED = 0.9;

export function createConnections({
  settings,
  log,
}: {
  settings: ConnectionSettings;
  log: Log;
}): Connections {
  const open: Open = new Map();
  let server: Server | undefined;
  let stopping = false;
  let accepted = 0;
  let lastRequestAt = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;

  const makeRoom = () => {
    closeIdle(open);
    if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
    warnedAt = performance.now();
    log.warn(
      { open: open.size, maxConnections: settings.maxConnections },
      "nearly as many connections as allowed; closed the idle ones",
    );
  };

  const accept = (socket: Socket) => {
    accepted += 1;
    if (open.size >= CROWDED * settings.maxConnections) makeRoom();
    open.set(socket, 0);
    socket.once("close", () => open.delete(socket));
  };

  const add = (socket: Socket, requests: number) => {
    const before = open.get(socket);
    if (before !== undefined) open.set(socket, before + requests);
  };
  function finishRequest(this: ServerResponse) {
    add(this.req.socket, -1);
  }

  return {
    createServer(listener, respondAtOnce = () => false) {
      const created = createServer(
        {
          // Bodies have their own limits, because uploads may take hours. Without `headersTimeout` this would disable that limit as well.
          requestTimeout: 0,
          // Off, because Node's own response to a request without Host explains nothing.
          requireHostHeader: false,
          headersTimeout: settings.headersTimeoutMs,
          connectionsCheckingInterval: settings.checkIntervalMs,
          keepAliveTimeout: settings.keepAliveMs,
        },
        (request, response) => {
          if (request.headers.host === undefined && request.httpVersion === "1.1")
            return rejectWithoutHost(response);
          if (stopping) {
            lastRequestAt = performance.now();
            response.shouldKeepAlive = false;
          }
          if (respondAtOnce(request, response)) return;
          add(request.socket, 1);
          response.on("close", finishRequest);
          listener(request, response);
        },
      );
      created.maxConnections = settings.maxConnections;
      created.on("connection", accept);
      // Unknown expectations of a client may be ignored (RFC 9110, section 10.1.1). Node's own response would explain nothing.
      created.on("checkExpectation", (request, response) => created.emit("request", request, response));
      const closeStalled = createStallCheck({ open, stallMs: settings.writeStallMs });
      created.once("listening", () => {
        const timer = setInterval(() => void closeStalled(), settings.checkIntervalMs).unref();
        created.once("close", () => clearInterval(timer));
      });
      server = created;
      return created;
    },

    async stopListening() {
      stopping = true;
      lastRequestAt = performance.now();
      if (!server?.listening) return;
      await closeListener(server, () => accepted);
    },

    async drain() {
      while (open.size > 0) {
        const isQuiet = performance.now() - lastRequestAt >= QUIET_MS;
        if (isQuiet) closeIdle(open);
        await delay(DRAIN_POLL_MS);
        // Requests that arrived while the process was busy are read first.
        await nextLoopTurn();
      }
    },

    destroyAll() {
      for (const socket of open.keys()) socket.destroy();
    },
  };
}

/** Closes connections without a request in progress. Node's `closeIdleConnections` keeps connections that never had a request, and cuts off responses that are still being sent. */
function closeIdle(open: Open): void {
  for (const [socket, requests] of open) {
    if (requests > 0 || socket.writableLength > 0) continue;
    open.delete(socket);
    socket.destroy();
  }
}

/** Closes the listener once the kernel's accept queue is empty, because the kernel resets the connections that are still in it. */
async function closeListener(server: Server, countAccepted: () => number): Promise<void> {
  const startedAt = performance.now();
  // The queue is empty after a turn of the event loop that accepted none.
  for (;;) {
    const turn = { accepted: countAccepted(), startedAt: performance.now() };
    await nextLoopTurn();
    const now = performance.now();
    if (now - startedAt > MAX_ACCEPT_MS) break;
    const isShort = now - turn.startedAt < SHORT_TURN_MS || now - startedAt > PREFER_SHORT_MS;
    if (countAccepted() === turn.accepted && isShort) break;
  }
  // `close` of Node's HTTP server would close idle connections immediately, together with a request that a load balancer is sending.
  NetServer.prototype.close.call(server);
}
