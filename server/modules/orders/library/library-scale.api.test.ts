import { expect, test } from "vitest";
import { openBrowser } from "../../../testing/buyers.ts";
import { cpuTimeOf } from "../../../testing/costs.ts";
import { buy, mailsTo, modelOf, offerFile } from "../../../testing/factories.ts";
import { prepare } from "../../../testing/prepare.ts";
import { SELLER } from "../../../testing/sales.ts";
import { addLines } from "../../../testing/sold-orders.ts";
import { openSite, testSite, testUser } from "../../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { verified: true });
const notes = prepare(() => offerFile(site, anna));

test("answers 200 alternating requests for a known and an unknown email with the same bytes and work", async () => {
  const emails = { known: "known-buyer@example.org", unknown: "other-buyer@example.org" };
  await buy(site, notes.tile.id, emails.known);
  const browser = openBrowser(site);
  const times: Record<keyof typeof emails, number[]> = { known: [], unknown: [] };
  const answers = new Set<string>();
  for (let count = 0; count < 100; count++) {
    for (const kind of ["known", "unknown"] as const) {
      const email = emails[kind];
      times[kind].push(
        await cpuTimeOf(async () => {
          const { status, text } = await browser.submit("/library", { email });
          answers.add(`${status} ${text.replaceAll(email, "EMAIL")}`);
        }),
      );
      // The job that looks for purchases is no part of the answer.
      await site.settled();
    }
  }
  expect(answers.size).toBe(1);
  const median = (values: number[]) => values.toSorted((one, other) => one - other)[50] ?? 0;
  const [known, unknown] = [median(times.known), median(times.unknown)];
  expect(Math.abs(known - unknown) / Math.max(known, unknown)).toBeLessThan(0.5);
  expect(await mailsTo(site, emails.unknown, "library-link")).toEqual([]);
});

test("shows 1,000 orders of 40 creators in parts, each order once", async () => {
  const email = "collector@example.org";
  const order = await buy(site, notes.tile.id, email);
  await site.sql`with makers as (insert into users (email) select 'maker' || n || '@example.org' from generate_series(1, 39) n returning id),
    shops as (insert into creators (user_id, handle, display_name)
      select id, 'maker-' || id, 'Maker ' || id from makers returning id),
    sellers as (select id, row_number() over () - 1 as at from (select id from shops union select creator_id from orders where id = ${order.id}) all_sellers)
    insert into orders (creator_id, buyer_email, amount_cents, currency, fee_bps, fee_cents, provider, mode, status, paid_at, checkout_token_hash, order_token_hash)
    select sellers.id, ${email}, 1000, 'eur', 500, 50, 'stripe', 'live', 'paid', now() - n * interval '1 minute',
      sha256(('many c' || n)::bytea), sha256(('many o' || n)::bytea)
    from generate_series(1, 999) n join sellers on sellers.at = n % 40`;
  await addLines(site);
  const browser = openBrowser(site);
  await browser.enterLibrary(email);
  const ids: number[] = [];
  const sizes: number[] = [];
  const creators: string[] = [];
  for (let from = 0; from < 1000; from += 50) {
    const { all, total, groups } = modelOf((await browser.open(`/library?from=${from}`)).text);
    expect([all, total]).toEqual([1000, 1000]);
    const listed: { id: number }[] = groups.flatMap((group: { orders: object[] }) => group.orders);
    sizes.push(listed.length);
    ids.push(...listed.map(({ id }) => id));
    for (const { creator, isTest } of groups) creators.push(`${isTest} ${creator.handle}`);
  }
  expect(new Set(sizes)).toEqual(new Set([50]));
  expect(new Set(ids).size).toBe(1000);
  const neighbours = creators.filter((creator, at) => creator !== creators[at - 1]);
  // The mock order of the last group is a test of a creator who also sells for money.
  expect([neighbours.length, new Set(neighbours).size]).toEqual([41, 41]);
});

test("emails a mailbox three links in 1,000 requests from 200 networks, and its owner still enters", async () => {
  const limited = await openSite({ limits: "database", trustProxy: ["127.0.0.1"] });
  const email = "flooded@example.org";
  const { tile } = await offerFile(limited, await limited.signUp());
  await buy(limited, tile.id, email);
  for (let round = 0; round < 5; round++)
    for (let start = 0; start < 200; start += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          openBrowser(limited, `203.0.${start + at}.7`).submit("/library", { email }),
        ),
      );
  const mails = await mailsTo(limited, email, "library-link");
  expect(mails).toHaveLength(3);
  await limited.sql`update buyer_links set expires_at = now()`;
  const owner = openBrowser(limited, "198.51.100.9");
  await owner.submit("/library", { email });
  await limited.settled();
  // Every email works again, in whichever order they arrived.
  for (const { mainLink } of mails)
    expect((await owner.submit(new URL(mainLink ?? "").pathname, { email })).status).toBe(303);
});

test("opens and renews old orders after the secret was changed", async () => {
  const email = "patient@example.org";
  const order = await buy(site, notes.tile.id, email);
  await site.sql`update orders set provider = 'stripe', mode = 'live', seller = ${SELLER} where id = ${order.id}`;
  const signedIn = openBrowser(site);
  await signedIn.enterLibrary(email);
  const changed = await openSite({
    databaseUrl: site.databaseUrl,
    secret: "another secret of this product, long enough",
  });
  expect((await changed.call("GET", `/orders/${order.orderToken}`)).status).toBe(200);
  const path = `/library/orders/${order.id}`;
  const again = openBrowser(changed);
  await again.enterLibrary(email);
  expect(modelOf((await again.open(path)).text)).toMatchObject({ page: "order", order: { download: null } });
  expect((await again.submit(path)).headers.location).toBe(path);
  expect(modelOf((await again.open(path)).text).order.download).not.toBeNull();
});
