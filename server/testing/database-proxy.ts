import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { listen } from "./listen.ts";

/**
 * Starts a TCP proxy in front of the database of `url`. Its state can change at any time: `silent` keeps
 * connections open but passes no bytes, `delayMs` adds latency in each direction, `target` redirects new
 * connections.
 */
export async function startDatabaseProxy(url: string) {
  const { host, port, user = "", password, database = "" } = new pg.Client({ connectionString: url });
  const sockets = new Set<Socket>();
  const target = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const state: {
    silent: boolean;
    delayMs: number;
    target: { path: string } | { host: string; port: number };
  } = {
    silent: false,
    delayMs: 0,
    target,
  };
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on("data", (bytes) => {
      if (state.silent) return;
      if (state.delayMs > 0) setTimeout(() => other.write(bytes), state.delayMs);
      else other.write(bytes);
    });
    socket.on("error", () => other.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const server = createServer((client) => {
    const upstream = connect(state.target);
    keep(client, upstream);
    keep(upstream, client);
  });
  const { port: own } = await listen(server);
  const credentials = [user, ...(typeof password === "string" ? [password] : [])].map(encodeURIComponent);
  return {
    url: `postgres://${credentials.join(":")}@127.0.0.1:${own}/${database}`,
    state,
    /** Resets all connections. */
    reset() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
