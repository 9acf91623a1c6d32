import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { Scope } from "../contract/rules/scopes.ts";
import { makeKey } from "./testing/api-keys.ts";
import { bareEnvironment } from "./testing/bare-environment.ts";
import { addTile, buy, offer } from "./testing/factories.ts";
import { findFreePort } from "./testing/free-port.ts";
import { insertOrder } from "./testing/sold-orders.ts";
import { testFolder } from "./testing/temporary-folder.ts";
import { testSite, testUser } from "./testing/test-site.ts";

/** The recipes of `docs/api.md`, exactly as printed there, with the client that its command generates. */
const folder = testFolder();
const port = await findFreePort();
type Sent = { headers: Record<string, string>; body: string };
const sent: Sent[] = [];
const deliver = async ({ headers, body }: Sent) => {
  const { status } = await fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body });
  return { status, retryAfter: undefined, text: "" };
};
const site = testSite({
  postPublic: {
    rejects: () => undefined,
    send: ({ headers, body }) => {
      sent.push({ headers, body });
      return deliver({ headers, body });
    },
  },
});
const anna = testUser(site, { verified: true, plan: "creator" });
let url = "";

beforeAll(async () => {
  await symlink(join(import.meta.dirname, "../node_modules"), join(folder.path, "node_modules"));
  await writeFile(join(folder.path, "package.json"), '{ "type": "module" }');
  url = await site.app.listen({ port: 0, host: "127.0.0.1" });
  const docs = await readFile(join(import.meta.dirname, "../docs/api.md"), "utf8");
  for (const [, code = "", name = ""] of docs.matchAll(/^```ts\n(\/\/ (\S+)\n[\s\S]*?)^```$/gm))
    await writeFile(join(folder.path, name), code);
  const [, generate = ""] = /^```sh\nnpx (swagger-typescript-api.*)$/m.exec(docs) ?? [];
  const command = generate.replace(/@[\d.]+/, "").replace("https://shop.example.org", url);
  await promisify(execFile)("sh", ["-c", command], { cwd: folder.path });
});

async function environment(scopes: Scope[]): Promise<NodeJS.ProcessEnv> {
  return { ...bareEnvironment(), SITE: url, API_KEY: (await makeKey(site, anna, scopes)).secret };
}
async function run(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder.path, env });
  return stdout;
}

test("compiles the recipes with the generated client", async () => {
  const options = "--ignoreConfig --noEmit --strict --target es2024 --module nodenext --types node".split(
    " ",
  );
  const files = ["add-tiles.ts", "export-orders.ts", "receive-webhooks.ts"];
  const compiled = promisify(execFile)("tsc", [...options, "--skipLibCheck", ...files], { cwd: folder.path });
  expect(await compiled.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: "" });
});

test("uses the version of the generator that the tests install", async () => {
  const docs = await readFile(join(import.meta.dirname, "../docs/api.md"), "utf8");
  const { devDependencies } = JSON.parse(
    await readFile(join(import.meta.dirname, "../package.json"), "utf8"),
  );
  expect(docs).toContain(`swagger-typescript-api@${devDependencies["swagger-typescript-api"]} generate`);
});

test("adds the tiles of a list once, before the others and in its order", async () => {
  await addTile(anna, { title: "Older" });
  const titles = ["Shop", "Ärger & Söhne", "Blog"];
  const links = titles.map((title, at) => ({ title, url: `https://example.org/${at}` }));
  await writeFile(join(folder.path, "links.json"), JSON.stringify(links));
  const env = await environment(["page:write"]);
  for (const _ of [1, 2])
    expect(await run(env, "add-tiles.ts", "links.json")).toMatch(/^3 tiles are first on the page/);
  const { body } = await anna.call("GET", "/api/tiles");
  expect(body.tiles.map(({ title }: { title: string }) => title)).toEqual([...titles, "Older"]);
});

test("exports each order of this month once, from all pages", async () => {
  const monthAgo = new Date(Date.now() - 32 * 86_400_000);
  for (const created of [monthAgo, ...Array.from({ length: 30 }, () => new Date())])
    await insertOrder(site, { creator_id: anna.creator.id, created_at: created, name: 'Bowl, "blue"' });
  const exported = await run(await environment(["orders:read"]), "export-orders.ts");
  const [head, ...lines] = exported.trim().split("\n");
  expect(head).toBe("id,created_at,product,status,amount_cents,currency");
  expect(lines).toHaveLength(30);
  expect(new Set(lines.map((line) => line.split(",")[0])).size).toBe(30);
  expect(lines[0]).toMatch(/,"Bowl, ""blue""",paid,1000,eur$/);
});

test("receives a webhook once, and rejects a changed or foreign one", async () => {
  const given = { url: "https://hooks.example.org/", types: ["order.paid"] };
  const { body: added } = await anna.call("POST", "/api/webhook-endpoints", given);
  const env = {
    ...(await environment(["orders:read"])),
    WEBHOOK_SECRET: added.secret,
    PORT: String(port),
  };
  const receiver = spawn(process.execPath, ["receive-webhooks.ts"], { cwd: folder.path, env });
  onTestFinished(() => void receiver.kill());
  let output = "";
  for (const stream of [receiver.stdout, receiver.stderr])
    stream.on("data", (part) => {
      output += part;
    });
  await Promise.race([once(receiver.stdout, "data"), once(receiver, "exit")]);
  expect(output).toBe("Ready\n");

  const { tile } = await offer(anna, { name: "Notes" });
  const order = await buy(site, tile.id);
  await site.settled();
  expect(output).toBe(`Ready\nOrder ${order.id}: Notes\n`);
  const [event] = sent;
  if (!event) throw new Error("nothing was sent");

  expect(await deliver(event)).toMatchObject({ status: 204 });
  const forged = new Webhook(`whsec_${Buffer.alloc(32).toString("base64")}`);
  const headers = {
    ...event.headers,
    "webhook-signature": forged.sign(event.headers["webhook-id"] ?? "", new Date(), event.body),
  };
  expect(await deliver({ ...event, body: event.body.replace("2500", "2501") })).toMatchObject({
    status: 400,
  });
  expect(await deliver({ ...event, headers })).toMatchObject({ status: 400 });
  expect(output).toBe(`Ready\nOrder ${order.id}: Notes\n`);
});
