import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** An email as the server accepted it: envelope and contents. */
export type TakenMail = { envelope: { from: string; to: string[] }; raw: string; mail: Email };

/** The behaviour of a server: accepts emails, rejects at one of the steps, accepts an email and disconnects, or does not respond. */
export type Behavior = "takes" | "hangs-up-after-data" | "silent" | { at: "rcpt" | "data"; code: number };

/** Starts a real SMTP server on this machine whose behaviour a test sets. */
export async function startMailServer(options: { port?: number; behavior?: Behavior } = {}) {
  const taken: TakenMail[] = [];
  const sockets = new Set<{ destroy(): void }>();
  let behavior = options.behavior ?? "takes";
  const rejection = (step: "rcpt" | "data") =>
    typeof behavior === "object" && behavior.at === step
      ? Object.assign(new Error(`5.1.1 <person@example.org> refused at ${step}`), {
          responseCode: behavior.code,
        })
      : null;

  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onConnect: (_session, done) => behavior !== "silent" && done(),
    onRcptTo: (_address, _session, done) => done(rejection("rcpt")),
    onData: async (stream, session, done) => {
      // Null when the client disconnected in the middle of it.
      const raw = await buffer(stream).catch(() => null);
      if (!raw) return done(new Error("the mail was cut off"));
      const no = rejection("data");
      if (no) return done(no);
      const envelope = {
        from: session.envelope.mailFrom ? session.envelope.mailFrom.address : "",
        to: session.envelope.rcptTo.map(({ address }) => address),
      };
      taken.push({ envelope, raw: raw.toString(), mail: await PostalMime.parse(raw) });
      if (behavior === "hangs-up-after-data") for (const socket of sockets) socket.destroy();
      else done();
    },
  });
  server.server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("error", () => {});
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    taken,
    behave: (next: Behavior) => {
      behavior = next;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
