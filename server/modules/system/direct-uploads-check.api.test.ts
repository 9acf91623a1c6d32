import { createServer, type IncomingHttpHeaders } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import type { Finding } from "../../../contract/api/system.ts";
import { memoryStorage } from "../../platform/storage/adapters/memory.ts";
import { signUpAdmin } from "../../testing/factories.ts";
import { listen } from "../../testing/listen.ts";
import { openSite } from "../../testing/test-site.ts";

const PUBLIC_URL = "https://shop.example";

/** Checks an installation whose bucket answers a preflight with these headers. */
async function check(status: number, cors: Record<string, string>, directUploadBytes = 50) {
  const asked: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    if (request.method === "OPTIONS") asked.push(request.headers);
    response.writeHead(status, cors).end();
  });
  const { url: origin } = await listen(server);
  onTestFinished(() => void server.close());
  const directUploads = {
    origin,
    sign: async (key: string) => ({
      url: `${origin}/files/${key}?X-Amz-Signature=known`,
      headers: { "Content-Type": "application/octet-stream" },
    }),
    copy: async () => {},
  };
  const storage = { ...memoryStorage(), directUploads };
  const site = await openSite({ publicUrl: PUBLIC_URL, storage, settings: { directUploadBytes } });
  const { body } = await (await signUpAdmin(site)).call("POST", "/api/admin/system/check", {});
  return { finding: body.findings.find(({ name }: Finding) => name === "Direct uploads"), asked };
}

const ALLOWED = {
  "access-control-allow-origin": PUBLIC_URL,
  "access-control-allow-methods": "PUT, GET",
  "access-control-allow-headers": "Content-Type",
};

test("accepts a bucket that answers a browser's preflight", async () => {
  const { finding, asked } = await check(200, ALLOWED);
  expect(finding).toMatchObject({
    verdict: "ok",
    seen: `the bucket accepts them from pages of ${PUBLIC_URL}`,
  });
  expect(asked).toMatchObject([
    {
      origin: PUBLIC_URL,
      "access-control-request-method": "PUT",
      "access-control-request-headers": "content-type",
    },
  ]);
  const open = Object.fromEntries(Object.keys(ALLOWED).map((name) => [name, "*"]));
  expect((await check(204, open)).finding.verdict).toBe("ok");
});

test.for([
  [403, {}],
  [200, {}],
  [200, { ...ALLOWED, "access-control-allow-origin": "https://other.example" }],
  [200, { ...ALLOWED, "access-control-allow-methods": "GET" }],
  [200, { ...ALLOWED, "access-control-allow-headers": "x-amz-date" }],
] as const)(
  "reports a fault for a bucket that answers %j, and says where its CORS rules are set",
  async ([status, cors]) => {
    expect((await check(status, cors)).finding).toMatchObject({
      verdict: "fault",
      seen: expect.stringContaining(`do not allow PUT with content-type from ${PUBLIC_URL}`),
      advice: expect.stringContaining("docs/storage.md"),
    });
  },
);

test("sends no request unless direct uploads are enabled", async () => {
  expect(await check(403, {}, 0)).toEqual({ finding: undefined, asked: [] });
});
