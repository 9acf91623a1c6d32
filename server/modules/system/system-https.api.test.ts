import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Finding } from "../../../contract/api/system.ts";
import { findFreePort } from "../../testing/free-port.ts";
import { type Nginx, startNginx, whyNoNginx } from "../../testing/nginx.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const reason = whyNoNginx ? ` (skipped: ${whyNoNginx})` : "";

describe.skipIf(whyNoNginx)(`a site behind nginx, which terminates https${reason}`, () => {
  let nginx: Nginx;
  const trusted = getCACertificates("default");
  let port: number;
  beforeAll(async () => {
    port = await findFreePort();
  });
  const site = testSite(() => ({ publicUrl: `https://localhost:${port}`, trustProxy: ["127.0.0.1"] }));
  const admin = testUser(site, { admin: true });
  beforeAll(async () => {
    await site.app.listen({ port: 0, host: "127.0.0.1" });
    nginx = await startNginx({ port, upstreamPort: (site.app.server.address() as AddressInfo).port });
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await nginx.stop();
  });
  const find = async (...names: string[]): Promise<Finding[]> => {
    const { body } = await admin.call("POST", "/api/admin/system/check", {});
    return body.findings.filter(({ name }: Finding) => names.includes(name));
  };

  test("reports a fault for a certificate that browsers reject", async () => {
    expect(await find("Public URL", "Encryption")).toEqual([
      {
        id: "public_url",
        name: "Public URL",
        verdict: "fault",
        seen: expect.stringMatching(/cannot be reached: self-signed certificate/),
        advice: expect.stringMatching(/^Renew the certificate of localhost/),
      },
    ]);
  });

  test("reports a fault for a certificate that expires soon, and finds the proxy of TRUST_PROXY", async () => {
    setDefaultCACertificates([...trusted, nginx.ca.toString()]);
    expect(await find("Public URL", "Encryption", "Proxy")).toMatchObject([
      { verdict: "ok" },
      {
        verdict: "fault",
        seen: expect.stringMatching(/^TLSv1\.[23]; the certificate is valid for [12] more days$/),
      },
      { verdict: "ok", seen: "127.0.0.1, which reports the visitor's IP" },
    ]);
  });
});
