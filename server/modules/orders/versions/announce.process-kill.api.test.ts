import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Product } from "../../../../contract/api/products.ts";
import type { Tile } from "../../../../contract/api/tiles.ts";
import type { ProductVersions } from "../../../../contract/api/version-notices.ts";
import { HttpClient } from "../../../testing/http-client.ts";
import { runQueuedNow, takeOverNow } from "../../../testing/queued-jobs.ts";
import { beginTransaction, untilWaiting } from "../../../testing/transactions.ts";
import { testNodes } from "../../../testing/two-nodes.ts";

/** The buyers who are told. `BUYERS=1000` needs several batches of the job. */
const BUYERS = Number(process.env.BUYERS ?? 60);
const KILLS = 4;
const JOB = "orders.version-notices";

const site = testNodes();
const emailsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${name}${at + 1}@example.org`);

async function upload(client: HttpClient, text: string): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([text]), "album.flac");
  return (await client.postForJson<{ path: string }>("/api/files/upload?purpose=digital", form)).path;
}

/** Sells an album once, and copies the order for each email, paid with real money. Returns the album. */
async function sellTo(client: HttpClient, emails: readonly string[]): Promise<Product> {
  const album = { name: "Album", type: "digital", files: [{ path: await upload(client, "first") }] };
  const { product } = await client.postForJson<{ product: Product }>("/api/products", {
    ...{ ...album, priceCents: 900 },
  });
  const offer = { type: "product", title: "Album", productId: product.id };
  const { tile } = await client.postForJson<{ tile: Tile }>("/api/tiles", offer);
  const started = await client.postForJson<{ mockCheckoutUrl: string }>("/api/public/checkout", {
    tileId: tile.id,
  });
  await client.postForJson(`/api/public/checkout/${started.mockCheckoutUrl.split("/").at(-1)}/pay`, {});
  await site.query(
    `with sold as (select to_jsonb(orders) as data from orders limit 1), added as (
      insert into orders overriding system value select copy.* from sold, unnest($1::text[]) email, jsonb_populate_record(null::orders, data || jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('orders', 'id')), 'seed', gen_random_uuid(), 'number', email, 'buyer_email', email,
        'provider', 'stripe', 'mode', 'live', 'paid_at', now() - interval '1 day',
        'checkout_token_hash', sha256(convert_to('checkout ' || email, 'UTF8')), 'order_token_hash', sha256(convert_to('order ' || email, 'UTF8')))) copy
      returning id),
    lines as (
      insert into order_lines overriding system value select copy.* from (select to_jsonb(order_lines) as data from order_lines limit 1) sold, added,
        jsonb_populate_record(null::order_lines, data || jsonb_build_object('id', nextval(pg_get_serial_sequence('order_lines', 'id')), 'order_id', added.id)) copy
      returning id, order_id)
    insert into access overriding system value select copy.* from (select to_jsonb(access) as data from access limit 1) sold, lines,
      jsonb_populate_record(null::access, data || jsonb_build_object('id', nextval(pg_get_serial_sequence('access', 'id')), 'order_id', order_id, 'line_id', lines.id,
        'seed', gen_random_uuid(), 'token_hash', sha256(convert_to('access ' || order_id, 'UTF8')))) copy`,
    [emails],
  );
  return product;
}

/** Returns the receivers of the emails about a version, one entry for each email. */
async function toldEmails(): Promise<string[]> {
  const folder = join(site.folder, "outbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return mails
    .filter((mail) => /^Subject: A new version of/m.test(mail))
    .map((mail) => /^To: (.*?)\r?$/m.exec(mail)?.[1] ?? "");
}

test("tells each buyer once although the process is killed while it tells them", {
  timeout: 1_200_000,
  retry: 0,
}, async () => {
  const [product] = site.nodes;
  await product.start();
  const client = new HttpClient(product.url);
  await client.register("anna");
  await site.query("update users set email_verified_at = now()");
  const late = ["refunded9@example.org", "erased9@example.org"];
  const album = await sellTo(client, [
    ...emailsOf("owner", BUYERS),
    ...emailsOf("refunded", 5),
    ...emailsOf("erased", 5),
    ...late,
  ]);
  await site.query("update orders set status = 'refunded' where buyer_email like $1 and buyer_email <> $2", [
    "refunded%",
    late[0],
  ]);
  await site.query(
    "update orders set restricted_at = now() where buyer_email like $1 and buyer_email <> $2",
    ["erased%", late[1]],
  );
  const [file] = album.files;
  const replaced = { files: [{ ...file, path: await upload(client, "second") }], note: "Louder." };
  expect((await client.put(`/api/products/${album.id}/files`, replaced)).status).toBe(200);

  // Killed within the transaction of a batch.
  const holder = await beginTransaction(site);
  await holder.sql`lock table version_notices in share mode`;
  const versions = await client.postForJson<ProductVersions>(
    `/api/products/${album.id}/versions/2/announce`,
    {},
  );
  expect(versions.versions).toMatchObject([{ number: 2, told: 0, holders: BUYERS + late.length }]);
  await untilWaiting(site);
  await product.kill();
  await holder.rollback();
  expect(await toldEmails()).toEqual([]);

  // Killed again and again while the emails are sent, with refunds and erasures between.
  await site.query("update orders set status = 'refunded' where buyer_email = $1", [late[0]]);
  await site.query("update orders set restricted_at = now() where buyer_email = $1", [late[1]]);
  const waitFor = async (count: number) =>
    expect
      .poll(async () => (await toldEmails()).length, { interval: 20, timeout: 600_000 })
      .toBeGreaterThanOrEqual(count);
  for (let kill = 1; kill <= KILLS; kill++) {
    await takeOverNow(site);
    await product.start();
    await waitFor(Math.floor((BUYERS * kill) / (KILLS + 1)));
    await product.kill();
    expect((await toldEmails()).length).toBeLessThan(BUYERS);
  }
  await takeOverNow(site);
  await product.start();
  await expect
    .poll(
      async () => {
        await runQueuedNow(site, JOB);
        return (await toldEmails()).length;
      },
      { interval: 500, timeout: 600_000 },
    )
    .toBe(BUYERS);
  const isOver = async () =>
    site.query("select name from pgboss.job where name = any($1) and state < 'completed'", [
      [JOB, "mail.deliver"],
    ]);
  await expect.poll(isOver, { interval: 500, timeout: 60_000 }).toEqual([]);
  expect((await toldEmails()).sort()).toEqual(emailsOf("owner", BUYERS).sort());
  expect(await client.getJson(`/api/products/${album.id}/versions`)).toMatchObject({
    versions: [{ number: 2, told: BUYERS, holders: 0 }],
  });
});
