import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { bareEnvironment, SOURCE_FLAGS } from "../../testing/bare-environment.ts";
import { buy, offer } from "../../testing/factories.ts";
import { testFolder } from "../../testing/temporary-folder.ts";
import { testSite, testUser } from "../../testing/test-site.ts";
import { type Receiver, startReceiver } from "./receiver.test-kit.ts";

const folder = testFolder();
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  await writeFile(join(folder.path, "ca.pem"), receiver.certificate);
});
afterAll(() => receiver.close());
const site = testSite(() => ({ postPublic: receiver.postPublic }));
const anna = testUser(site, { verified: true });

/** Starts another process on the same database, which delivers what is due. */
function startNode() {
  const file = join(import.meta.dirname, "killed-node.test-kit.ts");
  const args = [
    ...SOURCE_FLAGS,
    file,
    site.databaseUrl,
    new URL(receiver.url).port,
    join(folder.path, "ca.pem"),
  ];
  const child = spawn(process.execPath, args, {
    env: bareEnvironment(),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  onTestFinished(kill);
  return { kill };
}

const delivery = async ({ id }: { id: string }) =>
  (await anna.call("GET", `/api/webhook-endpoints/${id}/deliveries`)).body.deliveries[0];

test("delivers an event with the same id after its process was killed during the delivery", async () => {
  const given = { url: receiver.url, types: ["order.paid"] };
  const { endpoint, secret } = (await anna.call("POST", "/api/webhook-endpoints", given)).body;
  await site.sql`update webhook_endpoints set paused_until = now() + interval '1 hour'`;
  const order = await buy(site, (await offer(anna)).tile.id);
  await site.settled();
  expect(receiver.received).toEqual([]);

  receiver.answer = () => "silent";
  await site.sql`update webhook_endpoints set paused_until = null`;
  const first = startNode();
  await expect.poll(() => receiver.received.length).toBe(1);
  await first.kill();
  expect(await delivery(endpoint)).toMatchObject({ state: "pending" });

  receiver.answer = () => 200;
  // The claim of the killed process would end after a minute and a half.
  await site.sql`update webhook_endpoints set running_until = now()`;
  startNode();
  await expect.poll(async () => (await delivery(endpoint)).state).toBe("delivered");
  expect(receiver.received).toHaveLength(2);
  const [before, after] = receiver.received;
  expect(after?.headers["webhook-id"]).toBe(before?.headers["webhook-id"]);
  expect(after?.body).toBe(before?.body);
  expect(new Webhook(secret).verify(after?.body ?? "", after?.headers ?? {})).toMatchObject({
    type: "order.paid",
    data: { order_id: order.id },
  });
});
