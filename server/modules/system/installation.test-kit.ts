import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import type { Finding } from "../../../contract/api/system.ts";
import { signUpAdmin, type TestUser } from "../../testing/factories.ts";
import { findFreePort } from "../../testing/free-port.ts";
import type { TestOptions } from "../../testing/harness.ts";
import { openSite } from "../../testing/test-site.ts";

/** Starts an installation that listens at its PUBLIC_URL, or behind a `front` that does. */
export async function install(options: TestOptions = {}, front?: (upstream: number) => Server) {
  const port = await findFreePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const site = await openSite({ publicUrl, ...options });
  await site.app.listen({ port: front ? 0 : port, host: "127.0.0.1" });
  if (front) {
    const server = front((site.app.server.address() as AddressInfo).port).listen(port, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
  }
  return { site, admin: await signUpAdmin(site), publicUrl };
}

/** Runs the checks and returns the findings by name. */
export async function check(
  user: Pick<TestUser, "call">,
  body: object = {},
): Promise<Record<string, Finding>> {
  const reply = await user.call("POST", "/api/admin/system/check", body);
  expect(reply.status).toBe(200);
  return Object.fromEntries(reply.body.findings.map((finding: Finding) => [finding.name, finding]));
}

/** Returns the names of the faults, without the tests' own PostgreSQL, which may run without fsync. */
export const faultsOf = (findings: Record<string, Finding>) =>
  Object.values(findings)
    .filter(({ verdict, seen }) => verdict === "fault" && seen !== "fsync is off")
    .map(({ name }) => name);
