import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as delay, setImmediate as nextLoopTurn } from "node:timers/promises";
import proxyAddr from "@fastify/proxy-addr";
import type { Log } from "../log/index.ts";
import { clientSubnet } from "../net/ip.ts";
import type { ConnectionSettings } from "./connection-settings.ts";
import { createStallCheck } from "./stalled-readers.ts";

declare module "fastify" {
  interface FastifyInstance {
    connections: Connections;
  }
}

/** Manages the connections of one HTTP server: limits their number, closes those of slow clients, and drains them at shutdown. */
export type Connections = {
  createServer(listener: RequestListener): Server;
  /** Stops accepting connections; open ones are served, and closed after their response. */
  stopListening(): Promise<void>;
  /** Resolves when no connection is open; idle ones are closed once no request has arrived for a while. */
  drain(): Promise<void>;
  destroyAll(): void;
};

type Connection = { socket: Socket; client: Client | undefined; requests: number };
type Client = { key: string; open: number; idle: IdleConnections };
/** Oldest first. `silent`: no complete head of a request has arrived yet. */
type IdleConnections = { silent: Set<Connection>; kept: Set<Connection> };

const createIdle = (): IdleConnections => ({ silent: new Set(), kept: new Set() });
const firstOf = ({ silent, kept }: IdleConnections) =>
  silent.values().next().value ?? kept.values().next().value;

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
  const idle = createIdle();
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
    return clients.get(key) ?? { key, open: 0, idle: createIdle() };
  };

  const setIdle = (connection: Connection, state: keyof IdleConnections) => {
    idle[state].add(connection);
    connection.client?.idle[state].add(connection);
  };
  const setBusy = (connection: Connection) => {
    for (const list of connection.client ? [idle, connection.client.idle] : [idle]) {
      list.silent.delete(connection);
      list.kept.delete(connection);
    }
  };

  const remove = (connection: Connection) => {
    if (!open.delete(connection.socket)) return;
    setBusy(connection);
    const { client } = connection;
    if (client && --client.open === 0) clients.delete(client.key);
  };

  /** Closes the connection that has been idle longest; false when all are in use. */
  const evict = (list: IdleConnections): boolean => {
    const oldest = firstOf(list);
    if (!oldest) return false;
    remove(oldest);
    oldest.socket.destroy();
    return true;
  };

  const accept = (socket: Socket) => {
    accepted += 1;
    const client = findClient(socket.remoteAddress);
    if (client && client.open >= settings.maxPerClient) {
      warn("connection limit of a client reached; closing its idle connections");
      if (!evict(client.idle)) return void socket.destroy();
    }
    if (open.size >= settings.maxConnections) {
      warn("connection limit reached; closing idle connections");
      if (!evict(idle)) return void socket.destroy();
    }
    const connection: Connection = { socket, client, requests: 0 };
    open.set(socket, connection);
    if (client) {
      client.open += 1;
      clients.set(client.key, client);
    }
    setIdle(connection, "silent");
    socket.once("close", () => remove(connection));
  };

  function finishRequest(this: ServerResponse) {
    const connection = open.get(this.req.socket);
    if (connection && --connection.requests === 0) setIdle(connection, "kept");
  }

  const startRequest = (socket: Socket, response: ServerResponse) => {
    const connection = open.get(socket);
    if (!connection) return;
    if (connection.requests++ === 0) setBusy(connection);
    response.on("close", finishRequest);
    if (!stopping) return;
    lastRequestAt = performance.now();
    response.shouldKeepAlive = false;
  };

  return {
    createServer(listener) {
      server = createServer(
        {
          // Bodies have their own limits, because uploads may take hours. Without `headersTimeout` this would disable that limit as well.
          requestTimeout: 0,
          headersTimeout: settings.headersTimeoutMs,
          connectionsCheckingInterval: settings.checkIntervalMs,
          keepAliveTimeout: settings.keepAliveMs,
        },
        (request, response) => {
          startRequest(request.socket, response);
          listener(request, response);
        },
      );
      server.on("connection", accept);
      const closeStalled = createStallCheck({ open, stallMs: settings.writeStallMs });
      const timer = setInterval(() => void closeStalled(), settings.checkIntervalMs).unref();
      server.once("close", () => clearInterval(timer));
      return server;
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
        if (performance.now() - lastRequestAt >= QUIET_MS) while (evict(idle));
        await delay(DRAIN_POLL_MS);
      }
    },

    destroyAll() {
      for (const { socket } of open.values()) socket.destroy();
    },
  };
}
