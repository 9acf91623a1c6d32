import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openIdClient } from "../platform/openid/adapters/openid-client.ts";
import { CookieJar, TestBrowser } from "./browser.ts";
import { addProduct, addTile, buy, mailedLink, type TestUser } from "./factories.ts";
import { findFreePort } from "./free-port.ts";
import { createTestApp, type TestApp } from "./harness.ts";
import { type Nginx, startNginx, whyNoNginx } from "./nginx.ts";
import { type OpenIdServer, startOpenIdServer } from "./openid-server.ts";

const FIFTY_MB = 50 * 1024 * 1024;
const reason = whyNoNginx ? ` (skipped: ${whyNoNginx})` : "";

describe.skipIf(whyNoNginx)(`a site behind nginx, which terminates https${reason}`, () => {
  let site: TestApp;
  let provider: OpenIdServer;
  let nginx: Nginx;
  let publicUrl: string;
  let upstream: number;
  beforeAll(async () => {
    const port = await findFreePort();
    publicUrl = `https://localhost:${port}`;
    const redirectUri = `${publicUrl}/api/auth/google/callback`;
    const client = { clientId: "tessera", clientSecret: "what only the two know, long enough" };
    provider = await startOpenIdServer({ ...client, redirectUris: [redirectUri] });
    site = await createTestApp({
      publicUrl,
      trustProxy: ["127.0.0.1"],
      limits: "database",
      settings: { maxUploadBytes: FIFTY_MB + 1 },
      openId: openIdClient({ ...client, redirectUri, issuer: provider.issuer }),
    });
    await site.app.listen({ port: 0, host: "127.0.0.1" });
    upstream = (site.app.server.address() as AddressInfo).port;
    nginx = await startNginx({ port, upstreamPort: upstream });
  });
  afterAll(async () => {
    await nginx.stop();
    await site.close();
    await provider.stop();
  });

  const json = { "content-type": "application/json" };
  const post = (path: string, body: object, headers: Record<string, string> = {}, localAddress?: string) =>
    nginx.ask(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { ...json, ...headers },
      ...(localAddress ? { localAddress } : {}),
    });
  const newUser = (name: string) => ({
    email: `${name}@example.org`,
    handle: name,
    displayName: name,
    password: "long enough",
  });

  test("limits the cookie to HTTPS and this host, and sends HSTS", async () => {
    const user = newUser("berta");
    const answer = await post("/api/auth/register", user, {
      origin: publicUrl,
      "sec-fetch-site": "same-origin",
    });
    expect(answer.status).toBe(201);
    const [cookie, ...more] = answer.headers["set-cookie"] ?? [];
    expect(more).toEqual([]);
    expect(cookie?.split("; ").sort()).toEqual([
      "HttpOnly",
      "Max-Age=7776000",
      "Path=/",
      "SameSite=Lax",
      "Secure",
      expect.stringMatching(/^__Host-tessera_session=[\w-]{43}$/),
    ]);
    expect(answer.headers["strict-transport-security"]).toBe("max-age=31536000");
    const me = await nginx.ask("/api/creators/me", { headers: { cookie: cookie?.split(";")[0] ?? "" } });
    expect(me.status).toBe(200);
    const { href, path } = await mailedLink(site, user.email, "verify-email");
    expect(href.startsWith(`${publicUrl}/api/auth/verify?token=`)).toBe(true);
    const followed = await nginx.ask(path, { headers: { "x-forwarded-host": "evil.tld" } });
    expect(followed).toMatchObject({ status: 302, headers: { location: "/auth/verify?status=success" } });
  });

  test("rejects requests from other origins, including the plain HTTP site", async () => {
    const wrong = { email: "nobody@example.org", password: "wrong" };
    expect((await post("/api/auth/login", wrong, { origin: publicUrl })).status).toBe(401);
    for (const origin of [
      publicUrl.replace("https:", "http:"),
      "https://localhost",
      "https://evil.tld",
      `${publicUrl}.evil.tld`,
      `http://127.0.0.1:${upstream}`,
      "null",
    ]) {
      expect((await post("/api/auth/login", wrong, { origin })).status, origin).toBe(403);
    }
  });

  test("leads back to HTTPS after signing in with the provider", async () => {
    provider.signInAs({ sub: "p-1", email: "gil@example.org", email_verified: true, name: "Gil" });
    const jar = new CookieJar();
    const redirected = await nginx.ask("/api/auth/google?redirect=/dashboard/settings");
    jar.take(redirected.headers["set-cookie"] ?? []);
    expect(redirected.headers["set-cookie"]?.[0]).toMatch(/^__Host-tessera_sign_in=.*Path=\/.*Secure/);
    const address = new URL(redirected.headers.location ?? "");
    expect(address.searchParams.get("redirect_uri")).toBe(`${publicUrl}/api/auth/google/callback`);
    const back = await new TestBrowser(site, publicUrl).passProvider(address);
    const arrived = await nginx.ask(back, { headers: { cookie: jar.header } });
    expect(arrived).toMatchObject({ status: 302, headers: { location: "/auth/complete" } });
    expect(arrived.headers["set-cookie"]?.join()).toMatch(/__Host-tessera_session=[\w-]{43}.*Secure/);
  });

  test("uses the client IP that nginx saw, whatever headers claim", async () => {
    const body = { token: "nonsense", password: "long enough" };
    const tryFrom = async (localAddress: string, claimed: string) =>
      (await post("/api/auth/reset-password", body, { "x-forwarded-for": claimed }, localAddress)).status;
    for (let count = 0; count < 10; count++) expect(await tryFrom("127.0.0.2", `192.0.2.${count}`)).toBe(400);
    expect(await tryFrom("127.0.0.2", "192.0.2.99")).toBe(429);
    expect(await tryFrom("127.0.0.3", "192.0.2.99")).toBe(400);
  });

  test("ignores forwarded headers of a client that bypasses nginx", async () => {
    const tryFrom = async (claimed: string) => {
      const sent = request({
        ...{ host: "127.0.0.1", port: upstream, path: "/api/auth/reset-password", method: "POST" },
        ...{ localAddress: "127.0.0.4", headers: { ...json, "x-forwarded-for": claimed } },
      });
      sent.end(JSON.stringify({ token: "nonsense", password: "long enough" }));
      const [response] = await once(sent, "response");
      response.resume();
      return response.statusCode;
    };
    for (let count = 0; count < 10; count++) expect(await tryFrom(`192.0.2.${count}`)).toBe(400);
    expect(await tryFrom("192.0.2.99")).toBe(429);
  });

  test("uploads, sells and downloads 50 MB completely and in parts", async () => {
    const anna: TestUser = await site.signUp();
    const content = randomBytes(FIFTY_MB);
    const body = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="big.bin"\r\n\r\n'),
      content,
      Buffer.from("\r\n--x--\r\n"),
    ]);
    const headers = {
      cookie: anna.cookie,
      origin: publicUrl,
      "content-type": "multipart/form-data; boundary=x",
    };
    const uploaded = await nginx.ask("/api/files/upload?purpose=digital", { method: "POST", body, headers });
    expect(uploaded.status, uploaded.text).toBe(201);
    const { path: digitalFilePath } = JSON.parse(uploaded.text);
    const product = await addProduct(anna, { type: "digital", digitalFilePath });
    const { downloadToken } = await buy(
      site,
      (await addTile(anna, { type: "product", productId: product.id })).id,
    );
    const address = `/api/orders/download/${downloadToken}`;
    const whole = await nginx.ask(address);
    expect(whole.status).toBe(200);
    const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
    expect(digest(whole.bytes)).toBe(digest(content));
    const part = await nginx.ask(address, { headers: { range: `bytes=${FIFTY_MB - 1000}-` } });
    expect(part).toMatchObject({
      status: 206,
      headers: {
        "content-range": `bytes ${FIFTY_MB - 1000}-${FIFTY_MB - 1}/${FIFTY_MB}`,
        "content-length": "1000",
      },
    });
    expect(part.bytes.equals(content.subarray(-1000))).toBe(true);
  });
});
