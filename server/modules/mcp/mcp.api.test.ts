import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, test } from "vitest";
import { SCOPES, type Scope } from "../../../contract/rules/scopes.ts";
import { makeKey, type TestKey } from "../../testing/api-keys.ts";
import { addTile, buy, offer, rejection, signUpVerified } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const VERSION = "2026-07-28";
const site = testSite();
const anna = prepareEach(() => signUpVerified(site));
let address: URL;
beforeAll(async () => {
  address = new URL("/api/mcp", await site.app.listen({ port: 0 }));
});

const keyOf = (scopes: readonly Scope[] = SCOPES) => makeKey(site, anna, scopes);

/** Opens the published client with a key, in the current protocol or in the one before. */
async function connect({ secret }: Pick<TestKey, "secret">, era: "auto" | "legacy" = "auto") {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: era } });
  const requestInit = { headers: { authorization: `Bearer ${secret}` } };
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
  return client;
}

type Arguments = Record<string, unknown>;
/** Calls a tool and returns the JSON of its route. */
async function use(client: Client, name: string, given: Arguments = {}) {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const [first] = content as { text: string }[];
  const text = first?.text ?? "";
  return { isError: isError ?? false, text, body: text.startsWith("{") ? JSON.parse(text) : undefined };
}
const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

/** Sends a message without the client. */
function post(key: Pick<TestKey, "call">, message: unknown, headers: Record<string, string> = {}) {
  const { method = "", params } = message as { method?: string; params?: { name?: string } };
  return key.call("POST", "/api/mcp", message, {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": VERSION,
    "mcp-method": method,
    ...(params?.name && { "mcp-name": params.name }),
    ...headers,
  });
}
const message = (method: string, params: object = {}, version = VERSION) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: {
    ...params,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
});

const TOOLS: Record<string, Scope> = {
  page_read: "page:read",
  tiles_list: "page:read",
  tile_add: "page:write",
  tile_update: "page:write",
  tile_move: "page:write",
  products_list: "products:read",
  product_add: "products:write",
  product_update: "products:write",
  orders_list: "orders:read",
  order_read: "orders:read",
  funnel_read: "analytics:read",
  letter_draft: "audience:write",
};

describe.for(["auto", "legacy"] as const)("the published client (%s)", (era) => {
  test("lists the twelve tools, and calls each", async () => {
    const client = await connect(await keyOf(), era);
    expect(await namesOf(client)).toEqual(Object.keys(TOOLS));

    expect((await use(client, "page_read")).body.creator.handle).toBe(anna.handle);
    const first = await use(client, "tile_add", { type: "link", title: "Shop", url: "https://a.example/" });
    const { id } = first.body.tile;
    await use(client, "tile_add", { type: "link", title: "Blog", url: "https://b.example/" });
    expect((await use(client, "tile_update", { id, title: "My shop" })).body.tile.title).toBe("My shop");
    await use(client, "tile_move", { id, position: 1 });
    const { tiles } = (await use(client, "tiles_list")).body;
    expect(tiles.map(({ title }: { title: string }) => title)).toEqual(["Blog", "My shop"]);

    const added = await use(client, "product_add", { name: "Bowl", priceCents: 1000, stock: 3 });
    const product = added.body.product.id;
    expect((await use(client, "product_update", { id: product, stock: 9 })).body.product.stock).toBe(9);
    expect((await use(client, "products_list")).body.products).toHaveLength(1);

    const { tile } = await offer(anna);
    await buy(site, tile.id);
    const { orders } = (await use(client, "orders_list", { status: "paid" })).body;
    expect(orders).toHaveLength(1);
    const [{ id: orderId }] = orders;
    expect((await use(client, "order_read", { id: orderId })).body.order.id).toBe(orderId);
    const period = { from: "2026-01-01", to: "2026-01-02" };
    expect((await use(client, "funnel_read", period)).text).toContain("funnel");
    const { letter } = (await use(client, "letter_draft", { subject: "New", body: "Hello" })).body;
    expect(letter.send_at ?? null).toBeNull();
    await client.close();
  });

  test("has the tools of its key's scopes, and gets -32602 for any other", async () => {
    for (const scope of SCOPES) {
      const client = await connect(await keyOf([scope]), era);
      const own = Object.keys(TOOLS).filter((name) => TOOLS[name] === scope);
      expect(await namesOf(client), scope).toEqual(own);
      const other = scope === "page:write" ? "tiles_list" : "tile_add";
      await expect(client.callTool({ name: other, arguments: {} }), scope).rejects.toMatchObject({
        code: -32602,
      });
      await client.close();
    }
  });
});

test("describes the inputs by the contract, and which tools only read", async () => {
  const client = await connect(await keyOf());
  const { tools } = await client.listTools();
  for (const { name, annotations, inputSchema } of tools) {
    expect(annotations?.readOnlyHint, name).toBe(/_(read|list)$/.test(name));
    expect(inputSchema.additionalProperties, name).toBe(false);
  }
  const inputOf = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema;
  expect(inputOf("tile_move")).toMatchObject({ required: ["id", "position"] });
  expect(Object.keys(inputOf("tile_update")?.properties ?? {})).not.toContain("position");
  expect(inputOf("letter_draft")?.properties).toHaveProperty("subject");
  expect(inputOf("letter_draft")?.properties).not.toHaveProperty("sendAt");
  await client.close();
});

test("returns the errors of the routes, and changes nothing", async () => {
  const client = await connect(await keyOf());
  const wrong = await use(client, "tile_add", { type: "link", title: "x".repeat(5_000), url: "ftp:" });
  expect(wrong).toMatchObject({ isError: true, body: { code: "invalid_input" } });
  const sent = { subject: "New", body: "Hello", sendAt: "2099-01-01T10:00" };
  expect(await use(client, "letter_draft", sent)).toMatchObject({
    isError: true,
    text: expect.stringContaining('"sendAt"'),
  });
  expect((await use(client, "tile_move", { id: 1 })).text).toContain('"position"');
  for (const id of ["../orders", "1/refund", "%2e%2e", 999_999_999])
    expect(await use(client, "tile_move", { id, position: 0 })).toMatchObject({ isError: true });
  expect((await use(client, "tiles_list")).body.tiles).toEqual([]);
  await client.close();
});

test("reaches only the page of its key", async () => {
  const other = await signUpVerified(site);
  const tile = await addTile(other);
  const client = await connect(await keyOf());
  const result = await use(client, "tile_update", { id: tile.id, title: "Mine" });
  expect(result).toMatchObject({ isError: true, body: { code: "not_found" } });
  await client.close();
});

describe("rejects", () => {
  test("a revoked key, nonsense, a session and nobody", async () => {
    const key = await keyOf();
    await anna.call("DELETE", `/api/keys/${key.key.id}`);
    expect(await post(key, message("tools/list"))).toMatchObject(rejection(401, "api_keys.invalid"));
    await expect(connect(key)).rejects.toThrow();
    expect(await post(anna, message("tools/list"))).toMatchObject(rejection(403, "mcp.key_required"));
    expect(await post(site, message("tools/list"))).toMatchObject(rejection(401, "accounts.signed_out"));
  });

  test("a page of another site", async () => {
    const key = await keyOf();
    const headers = { origin: "https://evil.example" };
    expect(await post(key, message("tools/list"), headers)).toMatchObject(rejection(403, "foreign_origin"));
    expect((await post(key, message("tools/list"))).status).toBe(200);
  });

  test("batches, texts, and subscriptions, which would never end", async () => {
    const key = await keyOf();
    for (const body of [[], [message("tools/list"), message("tools/list")], "7"])
      expect(await post(key, body), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { jsonrpc: "2.0", id: null, error: { code: -32600 } },
      });
    const listen = await post(key, message("subscriptions/listen", { notifications: {} }));
    expect(listen).toMatchObject({ body: { id: 1, error: { code: -32601 } } });
  });

  test("another version of the protocol, and names the supported one", async () => {
    const wrong = message("tools/list", {}, "2031-01-01");
    const response = await post(await keyOf(), wrong, { "mcp-protocol-version": "2031-01-01" });
    expect(response).toMatchObject({ status: 400, body: { error: { code: -32022 } } });
    expect(response.body.error.data.supported).toContain(VERSION);
  });

  test("a body over the limit", async () => {
    const large = message("tools/call", { name: "tile_add", arguments: { title: "x".repeat(1_000_000) } });
    expect((await post(await keyOf(), large)).status).toBe(413);
  });
});

test("answers by the current protocol: discovery, a private list, 202 for notifications", async () => {
  const key = await keyOf(["page:read"]);
  const discovered = await post(key, message("server/discover"));
  expect(discovered.body.result).toMatchObject({ resultType: "complete", capabilities: { tools: {} } });
  const { headers, body } = await post(key, message("tools/list"));
  expect(body.result).toMatchObject({ resultType: "complete", cacheScope: "private" });
  expect(headers["cache-control"]).toBe("no-store");
  expect(headers["ratelimit-policy"]).toBe('"key";q=600;w=60');
  const { id: _, ...notification } = message("notifications/cancelled", { requestId: 7 });
  expect(await post(key, notification)).toMatchObject({ status: 202, text: "" });
});

test("logs no key", async () => {
  const key = await keyOf();
  await use(await connect(key), "tiles_list");
  expect(site.logLines.join("")).not.toContain(key.secret.slice(4));
});
