import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request as send } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createAskServer } from "../platform/http/tls-ask.ts";
import { offer } from "./factories.ts";
import { findFreePort } from "./free-port.ts";
import { createTestApp, type TestApp } from "./harness.ts";
import { listen } from "./listen.ts";
import { createTestDns, OWN_DOMAINS, proveDomain } from "./own-domains.ts";

const hasCaddy = spawnSync("caddy", ["version"]).status === 0;
const NAMES = { anna: "anna.example.org", bert: "www.bert.example.net" } as const;

/** Two nodes behind the Caddy of deploy/Caddyfile.domains, whose own authority signs the certificates. */
async function startInstallation() {
  const [port, httpPort, admin] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const main = `https://studio.example:${port}`;
  const dns = createTestDns();
  const options = { dns, publicUrl: main, trustProxy: ["127.0.0.1"], settings: { ownDomains: OWN_DOMAINS } };
  const first = await createTestApp(options);
  const second = await createTestApp({ ...options, databaseUrl: first.databaseUrl });
  const nodes: TestApp[] = [first, second];
  const ports: number[] = [];
  for (const node of nodes) {
    await node.prepare();
    await node.app.listen({ port: 0, host: "127.0.0.1" });
    ports.push((node.app.server.address() as AddressInfo).port);
  }
  const ask = createAskServer(second.hosts);
  const asked = await listen(ask);
  const folder = await mkdtemp(join(tmpdir(), "domains-caddy-"));
  const given = await readFile("deploy/Caddyfile.domains", "utf8");
  const forTest = `{\n\tlocal_certs\n\tskip_install_trust\n\tadmin 127.0.0.1:${admin}\n\thttp_port ${httpPort}\n\thttps_port ${port}\n`;
  await writeFile(join(folder, "Caddyfile"), given.replace(/^\{\n/m, forTest));
  const caddy = spawn("caddy", ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      DOMAIN: "studio.example",
      ASK: `${asked.url}/tls`,
      NODES: ports.map((each) => `127.0.0.1:${each}`).join(" "),
    },
    stdio: "ignore",
  });
  return {
    main,
    port,
    dns,
    first,
    nodes,
    async stop() {
      caddy.kill("SIGTERM");
      if (caddy.exitCode === null) await once(caddy, "exit");
      ask.close();
      await second.close();
      await first.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

describe.skipIf(!hasCaddy)("creators' own domains behind Caddy", () => {
  let site: Awaited<ReturnType<typeof startInstallation>>;
  beforeAll(async () => {
    site = await startInstallation();
  }, 60_000);
  afterAll(() => site?.stop());

  const ask = (name: string, path: string, form?: string) =>
    new Promise<{ status: number; location: string | undefined; body: string; issuer: string }>(
      (resolve, reject) => {
        const { port } = site;
        const headers = {
          host: `${name}:${port}`,
          ...(form !== undefined && {
            origin: `https://${name}:${port}`,
            "content-type": "application/x-www-form-urlencoded",
          }),
        };
        const method = form === undefined ? "GET" : "POST";
        const about = { host: "127.0.0.1", port, servername: name, rejectUnauthorized: false, agent: false };
        const request = send({ ...about, method, path, headers }, (response) => {
          const socket = response.socket as unknown as {
            getPeerCertificate(): { subjectaltname?: string };
          };
          const issuer = socket.getPeerCertificate().subjectaltname ?? "";
          let body = "";
          response.on("data", (part) => {
            body += part;
          });
          response.on("end", () =>
            resolve({ status: response.statusCode ?? 0, location: response.headers.location, body, issuer }),
          );
        });
        request.on("error", reject);
        request.end(form);
      },
    );

  test("get certificates for proven names alone, and a purchase stays on its domain", async () => {
    const { first, dns, nodes, main, port } = site;
    const anna = await first.signUp({ handle: "anna", displayName: "Anna Ton" });
    const bert = await first.signUp({ handle: "bert", displayName: "Bert Holz" });
    await first.sql`update users set email_verified_at = now()`;
    const { tile } = await offer(anna, { name: "Anna Ton's mug", priceCents: 1000 });
    await vi.waitFor(async () => expect((await ask("studio.example", "/@anna")).status).toBe(200), 20_000);
    await expect(ask(NAMES.anna, "/")).rejects.toThrow();
    await proveDomain(dns, anna, NAMES.anna);
    await proveDomain(dns, bert, NAMES.bert);
    for (const { hosts } of nodes) await vi.waitFor(() => expect(hosts.find(NAMES.bert)).toBeDefined());

    const page = await vi.waitFor(() => ask(NAMES.anna, "/"), { timeout: 10_000, interval: 300 });
    expect(page).toMatchObject({ status: 200, issuer: `DNS:${NAMES.anna}` });
    expect(page.body).toContain("Anna Ton");
    const other = await vi.waitFor(() => ask(NAMES.bert, "/"), { timeout: 10_000, interval: 300 });
    expect(other.body).toContain("Bert Holz");
    expect(other.body).not.toContain("Anna Ton");
    await expect(ask("unproven.example.com", "/")).rejects.toThrow();
    expect(await ask(NAMES.anna, "/dashboard")).toMatchObject({ status: 308, location: `${main}/dashboard` });

    const started = await ask(NAMES.anna, "/checkout/start", `tileId=${tile.id}`);
    expect(started).toMatchObject({ status: 303, location: expect.stringMatching(/^\/checkout\/mock\//) });
    const paying = await ask(NAMES.anna, started.location ?? "");
    expect(paying.status).toBe(200);
    expect(paying.body).toContain("Anna Ton");
    expect(await ask(NAMES.bert, started.location ?? "")).toMatchObject({ status: 404 });
    const form = "email=buyer%40example.org&total=1000&consent=on";
    const paid = await ask(NAMES.anna, started.location ?? "", form);
    expect(paid.status).toBe(303);
    expect(paid.location).toMatch(/^\/checkout\/return\?status=success/);
    expect((await ask(NAMES.anna, paid.location ?? "")).status).toBe(200);
    // Either node may have taken the payment.
    const mails = (await Promise.all(nodes.map((node) => node.sentMails()))).flat();
    const receipt = mails.find(({ subject }) => subject === "receipt");
    const order = new URL(receipt?.mainLink ?? "missing:");
    expect(order.origin).toBe(`https://${NAMES.anna}:${port}`);
    expect((await ask(NAMES.anna, order.pathname)).body).toContain("Anna Ton");
  }, 60_000);
});
