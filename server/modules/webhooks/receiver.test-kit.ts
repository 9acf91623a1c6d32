import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { publicNetwork } from "../../platform/net/public-network.ts";
import { createPublicPost, type PublicPost } from "../../platform/net/public-post.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";

type Received = { path: string; headers: Record<string, string>; body: string };
/** `drips` sends a byte each second, without an end. */
type Answer =
  | number
  | { status: number; headers: Record<string, string>; body?: string }
  | "silent"
  | "drips";

export type Receiver = {
  url: string;
  received: Received[];
  /** The answer to each request from now on. */
  answer: (request: Received) => Answer;
  /** The addresses of its name, in their order. The last one stays. */
  addresses: string[];
  /** Connections to the receiver. */
  connections: number;
  /** Its own certificate, in PEM. */
  certificate: string;
  postPublic: PublicPost;
  close(): Promise<void>;
};

/** Starts a program that receives webhooks at `https://hooks.example`, with a certificate that the client trusts. */
export async function startReceiver(): Promise<Receiver> {
  const { key, cert } = await makeCertificate();
  const sockets = new Set<Socket>();
  const server: Server = createServer({ key, cert }, (request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts).toString();
      const given = { path: request.url ?? "", headers: request.headers as Record<string, string>, body };
      receiver.received.push(given);
      const answer = receiver.answer(given);
      if (answer === "silent") return;
      if (answer === "drips") {
        response.writeHead(200).flushHeaders();
        const drip = setInterval(() => response.write("x"), 1_000);
        response.on("close", () => clearInterval(drip));
        return;
      }
      const {
        status,
        headers,
        body: text = "ok",
      } = typeof answer === "number" ? { status: answer, headers: {} } : answer;
      response.writeHead(status, headers).end(text);
    });
  });
  server.on("connection", (socket) => {
    receiver.connections += 1;
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const resolve = async () => [
    (receiver.addresses.length > 1 ? receiver.addresses.shift() : receiver.addresses[0]) ?? "",
  ];
  const network = publicNetwork({ resolve, ports: [port], exceptions: ["127.0.0.1"], ca: cert });
  const receiver: Receiver = {
    url: `https://hooks.example:${port}/hook`,
    received: [],
    answer: () => 200,
    addresses: ["127.0.0.1"],
    connections: 0,
    certificate: cert,
    postPublic: createPublicPost({ publicUrl: PUBLIC_URL, network }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
  return receiver;
}

async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), "tessera-hooks-"));
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  try {
    await promisify(execFile)("openssl", [
      ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(" "),
      ..."-subj /CN=hooks.example -addext subjectAltName=DNS:hooks.example".split(" "),
      ...["-keyout", keyFile, "-out", certFile],
    ]);
    return { key: await readFile(keyFile, "utf8"), cert: await readFile(certFile, "utf8") };
  } finally {
    await rm(folder, { recursive: true });
  }
}
