// Servers for comparison with the product, each in its own process: node bench/baseline.ts KIND PORT ARGUMENT
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import Fastify from "fastify";

const [kind, port = "0", argument = ""] = process.argv.slice(2);
const listen = (listener: RequestListener) => createServer(listener).listen(Number(port), "127.0.0.1");

if (kind === "page") {
  const { headers, file } = JSON.parse(readFileSync(argument, "utf8"));
  const body = readFileSync(file);
  listen((_request, response) => response.writeHead(200, headers).end(body));
} else if (kind === "post") {
  const app = Fastify();
  app.get("/ready", (_request, reply) => reply.send());
  app.post("/api/public/analytics", (_request, reply) => reply.code(202).send());
  await app.listen({ port: Number(port), host: "127.0.0.1" });
} else if (kind === "file") {
  const { size } = statSync(argument);
  listen((request, response) => {
    if (request.url === "/ready") return void response.end();
    response.writeHead(200, { "content-length": size });
    createReadStream(argument).pipe(response);
  });
} else {
  throw new Error(`no such baseline: ${kind}`);
}
