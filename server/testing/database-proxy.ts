import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import pg from "pg";

/** A TCP proxy before the database of `url`. While it is silent, connections stay open and no byte passes in either direction. */
export async function startDatabaseProxy(url: string) {
  const { host, port, user = "", password, database = "" } = new pg.Client({ connectionString: url });
  const target = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const sockets = new Set<Socket>();
  const state = { silent: false };
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on("data", (bytes) => {
      if (!state.silent) other.write(bytes);
    });
    socket.on("error", () => other.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const server = createServer((client) => {
    const upstream = connect(target);
    keep(client, upstream);
    keep(upstream, client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const own = typeof address === "object" && address ? address.port : 0;
  const credentials = [user, ...(typeof password === "string" ? [password] : [])].map(encodeURIComponent);
  return {
    url: `postgres://${credentials.join(":")}@127.0.0.1:${own}/${database}`,
    state,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
