import { createServer, type Server } from "node:http";
import type { Hosts } from "./hosts.ts";

/**
 * Answers a proxy that asks whether it may get a certificate: 200 for proven names, 404 for anything else, from
 * memory. It has a port of its own, so that nobody else can ask.
 */
export function createAskServer(hosts: Pick<Hosts, "find">): Server {
  return createServer((request, response) => {
    const url = URL.parse(request.url ?? "", "http://localhost");
    const name = request.method === "GET" && url?.pathname === "/tls" ? url.searchParams.get("domain") : null;
    const isProven = name !== null && hosts.find(name.toLowerCase()) !== undefined;
    response.writeHead(isProven ? 200 : 404, { "content-length": 0 }).end();
  });
}
