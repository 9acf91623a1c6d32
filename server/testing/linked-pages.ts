import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { createPublicFetch, type PublicFetch } from "../platform/net/public-fetch.ts";
import { publicNetwork } from "../platform/net/public-network.ts";
import type { TestUser } from "./factories.ts";
import { PUBLIC_URL } from "./harness.ts";

export const PATH = "/api/link-previews";

/** The preview of a page that gave no information. */
export const nothing = (url: string) => ({ url, title: null, description: null, image_url: null });

export async function preview(user: TestUser, url: string) {
  const response = await user.call("POST", PATH, { url });
  expect(response.status).toBe(200);
  return response.body.preview;
}

export const html =
  (text: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { "content-type": "text/html", ...headers }).end(text);

export const redirect =
  (location: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();

/**
 * Starts a server of linked pages for the tests of a file, and a second server on this machine that must
 * never be requested.
 */
export function testPages() {
  const responses = new Map<string, RequestListener>();
  const requests: IncomingMessage[] = [];
  const internalRequests: string[] = [];
  /** The IPs that a name resolves to, one entry per look-up. The last entry stays. */
  const names = new Map<string, string[][]>();
  const ports: number[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const respond = responses.get(request.url ?? "");
    if (respond) respond(request, response);
    else response.writeHead(404).end();
  });
  const internal = createServer((request, response) => {
    internalRequests.push(request.url ?? "");
    html("<title>Secret</title>")(request, response);
  });
  const fetchPublic: PublicFetch = (request) =>
    createPublicFetch({
      publicUrl: PUBLIC_URL,
      network: publicNetwork({
        resolve: async (name) => {
          const turns = names.get(name) ?? [["127.0.0.1"]];
          return (turns.length > 1 ? turns.shift() : turns[0]) ?? [];
        },
        ports,
        exceptions: ["127.0.0.1"],
      }),
    })(request);
  const pages = {
    responses,
    requests,
    internalRequests,
    names,
    ports,
    fetchPublic,
    origin: "",
    internalPort: 0,
  };
  beforeAll(async () => {
    const listening = [server, internal].map((each) => new Promise((done) => each.once("listening", done)));
    server.listen(0, "127.0.0.1");
    internal.listen(0, "127.0.0.2");
    await Promise.all(listening);
    const { port } = server.address() as AddressInfo;
    pages.internalPort = (internal.address() as AddressInfo).port;
    ports.push(port, pages.internalPort);
    pages.origin = `http://shop.example:${port}`;
  });
  afterAll(() => {
    for (const each of [server, internal]) each.close().closeAllConnections();
  });
  beforeEach(() => {
    responses.clear();
    names.clear();
    requests.length = 0;
  });
  return pages;
}
