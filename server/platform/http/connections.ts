import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as delay, setImmediate as nextLoopTurn } from "node:timers/promises";
import proxyAddr from "@fastify/proxy-addr";
import type { Log } from "../log/index.ts";
import { clientSubnet } from "../net/ip.ts";
import type { ConnectionSettings } from "./connection-settings.ts";
import { rejectWithoutHost } from "./errors.ts";
import type { ImmediateHandler } from "./fast-path.ts";
import { createStallCheck } from "./stalled-readers.ts";

declare module "fastify" {
  interface FastifyInstance {
    connections: Connections;
  }
}

/** Manages the connections of one HTTP server: limits their number, closes those of slow clients, and drains them at shutdown. */
export type Connections = {
  /** `respondAtOnce` may send a complete response, and then returns true; the listener receives all other requests. */
  createServer(listener: RequestListener, respondAtOnce?: ImmediateHandler): Server;
  /** Stops accepting connections; open ones are served, and closed after their response. */
  stopListening(): Promise<void>;
  /** Resolves when no connection is open; idle ones are closed once no request has arrived for a while. */
  drain(): Promise<void>;
  destroyAll(): void;
};

type Connection = {
  socket: Socket;
  client: Client | undefined;
  /** Requests in progress, without those that were responded to at once. */
  requests: number;
  /** When its last request started or ended, as a number that grows with each of them; 0: no complete head of a request has arrived yet. */
  usedAt: number;
};
type Client = { key: string; open: Set<Connection> };

/** A response that was sent at once is in progress while its bytes are in the socket's buffer. */
const isIdle = ({ requests, socket }: Connection) => requests === 0 && socket.writableLength === 0;

/** Returns the connection that has been idle longest, the oldest silent one first; undefined when all are in use. Connections are searched only when one too many is opened, so that no request pays for their order. */
function findIdle(connections: Iterable<Connection>): Connection | undefined {
  let found: Connection | undefined;
  for (const connection of connections) {
    if (found && connection.usedAt >= found.usedAt) continue;
    if (!isIdle(connection)) continue;
    if (connection.usedAt === 0) return connection;
    found = connection;
  }
  return found;
}

/** After the last request, a load balancer may still send one over a connection that it holds open. */
const QUIET_MS = 1_000;
const DRAIN_POLL_MS = 20;
/** A connection may arrive between the check for new ones and the closing of the listener: a short turn of the event loop is
 *  preferred for a while, then any turn without new connections. */
const SHORT_TURN_MS = 0.5;
const PREFER_SHORT_MS = 500;
const MAX_ACCEPT_MS = 2_500;
const WARNING_INTERVAL_MS = 60_000;

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the limits share the table of open connections
export function createConnections(options: {
  settings: ConnectionSettings;
  /** Proxies carry the requests of many clients, so that only the total limits them. */
  trustProxy: string[] | undefined;
  log: Log;
}): Connections {
  const { settings, log } = options;
  const isTrusted = options.trustProxy ? proxyAddr.compile(options.trustProxy) : () => false;
  const open = new Map<Socket, Connection>();
  const clients = new Map<string, Client>();
  let uses = 0;
  let server: Server | undefined;
  let stopping = false;
  let accepted = 0;
  let lastRequestAt = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;

  const warn = (message: string) => {
    if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
    warnedAt = performance.now();
    log.warn({ open: open.size, maxConnections: settings.maxConnections }, message);
  };

  const findClient = (ip: string | undefined): Client | undefined => {
    if (ip === undefined || isTrusted(ip, 0)) return undefined;
    const key = clientSubnet(ip);
    return clients.get(key) ?? { key, open: new Set() };
  };

  const remove = (connection: Connection) => {
    if (!open.delete(connection.socket)) return;
    const { client } = connection;
    client?.open.delete(connection);
    if (client?.open.size === 0) clients.delete(client.key);
  };

  const close = (connection: Connection) => {
    remove(connection);
    connection.socket.destroy();
  };

  /** Closes the connection that has been idle longest; false when all are in use. */
  const evict = (connections: Iterable<Connection>): boolean => {
    const oldest = findIdle(connections);
    if (oldest) close(oldest);
    return oldest !== undefined;
  };

  const accept = (socket: Socket) => {
    accepted += 1;
    const client = findClient(socket.remoteAddress);
    if (client && client.open.size >= settings.maxPerClient) {
      warn("connection limit of a client reached; closing its idle connections");
      if (!evict(client.open)) return void socket.destroy();
    }
    if (open.size >= settings.maxConnections) {
      warn("connection limit reached; closing idle connections");
      if (!evict(open.values())) return void socket.destroy();
    }
    const connection: Connection = { socket, client, requests: 0, usedAt: 0 };
    open.set(socket, connection);
    if (client) {
      client.open.add(connection);
      clients.set(client.key, client);
    }
    socket.once("close", () => remove(connection));
  };

  function finishRequest(this: ServerResponse) {
    const connection = open.get(this.req.socket);
    if (!connection) return;
    connection.requests -= 1;
    connection.usedAt = ++uses;
  }

  const noteRequest = (connection: Connection, response: ServerResponse) => {
    connection.usedAt = ++uses;
    if (!stopping) return;
    lastRequestAt = performance.now();
    response.shouldKeepAlive = false;
  };

  const startRequest = (connection: Connection, response: ServerResponse) => {
    connection.requests += 1;
    response.on("close", finishRequest);
  };

  return {
    createServer(listener, respondAtOnce = () => false) {
      const created = createServer(
        {
          // Bodies have their own limits, because uploads may take hours. Without `headersTimeout` this would disable that limit as well.
          requestTimeout: 0,
          // Node's own response to a request without it says nothing.
          requireHostHeader: false,
          headersTimeout: settings.headersTimeoutMs,
          connectionsCheckingInterval: settings.checkIntervalMs,
          keepAliveTimeout: settings.keepAliveMs,
        },
        (request, response) => {
          if (request.headers.host === undefined && request.httpVersion === "1.1")
            return rejectWithoutHost(response);
          const connection = open.get(request.socket);
          if (connection) noteRequest(connection, response);
          if (respondAtOnce(request, response)) return;
          if (connection) startRequest(connection, response);
          listener(request, response);
        },
      );
      created.on("connection", accept);
      // What a client expects that is unknown may be ignored (RFC 9110, section 10.1.1); Node's own response says nothing.
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
      const startedAt = performance.now();
      lastRequestAt = startedAt;
      if (!server?.listening) return;
      // The kernel resets connections that it has established and that were not accepted yet: the queue is empty after a turn of
      // the event loop that accepted none.
      for (;;) {
        const turn = { accepted, startedAt: performance.now() };
        await nextLoopTurn();
        const now = performance.now();
        if (now - startedAt > MAX_ACCEPT_MS) break;
        const isShort = now - turn.startedAt < SHORT_TURN_MS || now - startedAt > PREFER_SHORT_MS;
        if (accepted === turn.accepted && isShort) break;
      }
      // `close` of Node's HTTP server would close idle connections immediately, together with a request that a load balancer is sending.
      NetServer.prototype.close.call(server);
    },

    async drain() {
      while (open.size > 0) {
        const isQuiet = performance.now() - lastRequestAt >= QUIET_MS;
        for (const connection of isQuiet ? open.values() : []) if (isIdle(connection)) close(connection);
        await delay(DRAIN_POLL_MS);
        // Requests that arrived while the process was busy are read first.
        await nextLoopTurn();
      }
    },

    destroyAll() {
      for (const { socket } of open.values()) socket.destroy();
    },
  };
}
