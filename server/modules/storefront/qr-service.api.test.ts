import { createServer } from "node:http";
import { afterAll, expect, test } from "vitest";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { listen } from "../../testing/listen.ts";
import { testSite } from "../../testing/test-site.ts";

const PNG = { "content-type": "image/png" };
const requests: string[] = [];
let mode: "works" | "page" | "redirects" | "too large" = "works";
const service = createServer((request, response) => {
  requests.push(request.url ?? "");
  if (mode === "works") response.writeHead(200, PNG).end("a picture");
  else if (mode === "page") response.writeHead(200, { "content-type": "text/html" }).end("<b>Sign up!</b>");
  else if (mode === "too large") response.writeHead(200, PNG).end(Buffer.alloc(8 * 1024 * 1024));
  else {
    mode = "works";
    response.writeHead(302, { location: "/elsewhere" }).end();
  }
});
const { url } = await listen(service);
afterAll(() => void service.close());
const site = testSite({ settings: { qrServiceUrl: `${url}/make?theme=blue` } });

const ask = (data: string) =>
  site.call("GET", `/api/public/qr?${new URLSearchParams({ data, size: "320x320" })}`);

test("requests the QR code from a configured service", async () => {
  const response = await ask(`${PUBLIC_URL}/@anna`);
  expect(response).toMatchObject({ status: 200, text: "a picture" });
  expect(response.headers["content-type"]).toBe("image/png");
  const query = new URL(requests[0] ?? "", "http://service").searchParams;
  expect(Object.fromEntries(query)).toEqual({
    theme: "blue",
    size: "320x320",
    data: `${PUBLIC_URL}/@anna`,
  });
});

test("does not request a URL of another site", async () => {
  const before = requests.length;
  expect((await ask("https://elsewhere.example/")).status).toBe(400);
  expect(requests).toHaveLength(before);
});

test("fetches an image once", async () => {
  await ask(`${PUBLIC_URL}/@cached`);
  const before = requests.length;
  expect(await ask(`${PUBLIC_URL}/@cached`)).toMatchObject({ status: 200, text: "a picture" });
  expect(requests).toHaveLength(before);
});

test.for(["page", "redirects", "too large"] as const)(
  "replaces the service's invalid response (%s) with a code rendered here",
  async (given) => {
    mode = given;
    const before = requests.length;
    const response = await ask(`${PUBLIC_URL}/@${given.replace(" ", "-")}`);
    expect(response).toMatchObject({ status: 200, headers: { "content-type": "image/svg+xml" } });
    expect(response.text).toContain("<svg");
    expect(requests).toHaveLength(before + 1);
  },
);
