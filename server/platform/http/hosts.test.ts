import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { createHosts, type OwnHost } from "./hosts.ts";
import { createAskServer } from "./tls-ask.ts";

const host = (name: string, creatorId: number, more: Partial<OwnHost> = {}): OwnHost => ({
  name,
  origin: `https://${name}`,
  creatorId,
  handle: `creator${creatorId}`,
  isMain: false,
  redirects: false,
  ...more,
});

test("replaces the names of one creator, or of all", () => {
  const hosts = createHosts();
  hosts.replace(null, [host("a.example", 1, { isMain: true }), host("b.example", 1), host("c.example", 2)]);
  expect(hosts.mainOf(1)?.name).toBe("a.example");
  expect(hosts.mainOf(2)).toBeUndefined();
  hosts.replace(1, [host("b.example", 1)]);
  expect(hosts.find("a.example")).toBeUndefined();
  expect(hosts.find("b.example")?.creatorId).toBe(1);
  expect(hosts.find("c.example")?.creatorId).toBe(2);
  hosts.replace(null, []);
  expect(["b.example", "c.example"].map(hosts.find)).toEqual([undefined, undefined]);
});

test("keeps a name that another creator has taken over, in whichever order the notices arrive", () => {
  const hosts = createHosts();
  hosts.replace(null, [host("a.example", 1)]);
  hosts.replace(2, [host("a.example", 2)]);
  hosts.replace(1, []);
  expect(hosts.find("a.example")?.creatorId).toBe(2);
});

test("permits certificates for proven names alone", async () => {
  const hosts = createHosts();
  hosts.replace(1, [host("shop.example.org", 1)]);
  const server = createAskServer(hosts).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const ask = async (path: string, method = "GET") =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method })).status;
  expect(await ask("/tls?domain=shop.example.org")).toBe(200);
  expect(await ask("/tls?domain=Shop.Example.org")).toBe(200);
  for (const other of ["", "example.org", "a.shop.example.org", "shop.example.org.", "shop.example.org:443"])
    expect([other, await ask(`/tls?domain=${other}`)]).toEqual([other, 404]);
  expect(await ask("/tls")).toBe(404);
  expect(await ask("/other?domain=shop.example.org")).toBe(404);
  expect(await ask("/tls?domain=shop.example.org", "POST")).toBe(404);
});
