import { expect, test } from "vitest";
import { ADDRESS, addProduct, addTile } from "../../testing/factories.ts";
import { completeAtSandbox, signUpSeller, startPaid } from "../../testing/payers.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepare(() => signUpSeller(site));

test("lets a buyer pay who holds the last units of a bundle's part and of the second offer", async () => {
  const bowl = await addProduct(anna, { name: "Bowl", stock: 1 });
  const vase = await addProduct(anna, { name: "Vase", stock: 1 });
  const set = await addProduct(anna, {
    ...{ name: "Set", type: "bundle", priceCents: 2000, bundleItems: [bowl.id] },
    ...{ offerProductId: vase.id, offerPriceCents: 500 },
  });
  const tile = await addTile(anna, { type: "product", title: "Set", productId: set.id });
  const token = await startPaid(site, tile.id);
  const pay = (email: string, of = token) =>
    site.call("POST", `/api/public/checkout/${of}/pay`, {
      ...{ email, address: ADDRESS, consent: true, offer: true, totalCents: 2500 },
    });
  const later = await startPaid(site, tile.id);
  const stockLeft = () =>
    site.sql`select sum(stock)::int as left from products where id in (${bowl.id}, ${vase.id})`;
  expect((await pay("vera@example.org")).status).toBe(200);
  expect(await stockLeft()).toEqual([{ left: 0 }]);
  const path = `/api/public/checkout/${token}?offer=true`;
  const shown = (await site.call("GET", path)).body;
  expect(shown).not.toHaveProperty("unavailable");
  expect(shown.order).toMatchObject({ offer: { name: "Vase", taken: true }, price: { total_cents: 2500 } });
  // Another email replaces the payment.
  const again = await pay("olga@example.org");
  expect(again).toMatchObject({ status: 200 });
  await completeAtSandbox(site, again.body.returnUrl, "pay");
  expect((await site.call("GET", path)).body.order.status).toBe("paid");
  expect((await pay("late@example.org", later)).body.code).toBe("checkout.sold_out");
  expect(await stockLeft()).toEqual([{ left: 0 }]);
});
