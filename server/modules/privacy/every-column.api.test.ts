import { expect, test } from "vitest";
import { openBrowser } from "../../testing/buyers.ts";
import type { TestUser } from "../../testing/factories.ts";
import {
  buy,
  offer,
  offerFile,
  payFree,
  signUpAdmin,
  signUpVerified,
  startCheckout,
} from "../../testing/factories.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite({ jobs: "database" });
const admin = prepare(() => signUpAdmin(site));

/** Returns the columns of all tables, including the job queue's, that contain a text. */
async function columnsWith(text: string): Promise<string[]> {
  const columns = await site.query(`
    select format('%I.%I', n.nspname, c.relname) as table_name, a.attname as column_name
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`);
  const found: string[] = [];
  for (const { table_name: table, column_name: column } of columns) {
    const rows = await site.query(
      `select 1 from ${table} where position($1 in lower("${column}"::text)) > 0 limit 1`,
      [text.toLowerCase()],
    );
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

const erase = (user: TestUser) => admin.call("DELETE", `/api/admin/users/${user.creator.user_id}`);

/**
 * Leaves a buyer's email in every place: a paid, a free, an abandoned and a corrected order, and an audience.
 */
async function buyEverywhere(email: string): Promise<void> {
  const seller = await signUpVerified(site);
  const paid = await offerFile(site, seller);
  await buy(site, paid.tile.id, email);
  const { id } = await buy(site, paid.tile.id, email);
  const correction = { email: "right-buyer@example.org", reason: "A typing error" };
  expect((await seller.call("POST", `/api/orders/${id}/email`, correction)).status).toBe(200);
  const free = { name: "Sample", type: "digital", priceCents: 0 };
  await payFree(site, (await offer(seller, free)).tile.id, { email });
  const abandoned = await startCheckout(site, (await offer(seller)).tile.id);
  await site.call("POST", `/api/public/checkout/${abandoned}/pay`, { email });
  await site.sql`insert into audience_members (creator_id, email, email_hash, source, source_title, consent_text, confirmed_at)
    values (${seller.creator.id}, ${email}, sha256(${email}::bytea), 'signup', 'News', 'Yes.', now())`;
}

test("leaves the email of a deleted account in no column of any table", async () => {
  const berta = await signUpVerified(site, { email: "berta-erased@example.org" });
  await offer(berta);
  await berta.call("POST", "/api/feedback", { message: "I like it very much." });
  await site.call("POST", "/api/auth/forgot-password", { email: berta.email });
  await buyEverywhere(berta.email);
  await openBrowser(site).submit("/library", { email: berta.email });
  await site.sql`insert into buyer_sessions (token_hash, email) values (sha256('token'), ${berta.email})`;
  await expect
    .poll(() => columnsWith(berta.email))
    .toEqual(
      expect.arrayContaining([
        "public.users.email",
        "public.orders.buyer_email",
        "public.sandbox_payments.email",
        "public.buyer_links.email",
        "public.buyer_sessions.email",
        "public.order_email_changes.from_email",
      ]),
    );
  await site.settled();
  expect((await erase(berta)).status).toBe(204);
  await expect.poll(() => columnsWith(berta.email)).toEqual([]);
});

test("leaves the email of a forgotten buyer in no column of orders and payments", async () => {
  const email = "expired-buyer@example.org";
  await buyEverywhere(email);
  await site.settled();
  await site.sql`update orders set created_at = created_at - interval '3 years', paid_at = paid_at - interval '3 years'
    where buyer_email = ${email}`;
  await site.sql`update access set link_expires_at = link_expires_at - interval '3 years'
    where order_id in (select id from orders where buyer_email = ${email})`;
  await site.sql`update order_email_changes set confirmed_at = confirmed_at - interval '3 years' where from_email = ${email}`;
  await site.sql`update sandbox_payments set created_at = now() - interval '2 years 1 hour' where lower(email) = ${email}`;
  await site.runMaintenance();
  await site.settled();
  expect((await columnsWith(email)).filter((column) => /orders|order_|payments/.test(column))).toEqual([]);
});
