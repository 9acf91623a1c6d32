import { type IncomingHttpHeaders, request as send } from "node:http";
import { createTestDns } from "./dns.ts";
import type { TestUser } from "./factories.ts";

export const OWN_DOMAINS = {
  target: "sites.studio.example",
  addresses: ["203.0.113.7"],
  ask: { host: "127.0.0.1", port: 3001 },
};

export type TestDns = ReturnType<typeof createTestDns>;
export { createTestDns };

/** Adds a domain to a creator's page and proves it. */
export async function proveDomain(dns: TestDns, user: TestUser, name: string) {
  const { status, body } = await user.call("POST", "/api/domains", { name });
  if (status !== 201) throw new Error(JSON.stringify(body));
  dns.set("TXT", body.domain.proof.name, [body.domain.proof.value]);
  return (await user.call("POST", `/api/domains/${body.domain.id}/check`)).body.domain;
}

export type RawResponse = { status: number; headers: IncomingHttpHeaders; body: string };

/** Sends a request whose path and host are exactly as given. */
export const rawRequest = (
  port: number,
  given: { method?: string; path: string; headers?: Record<string, string>; body?: string },
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const { method = "GET", path, headers, body } = given;
    const request = send({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).toString(),
        }),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
