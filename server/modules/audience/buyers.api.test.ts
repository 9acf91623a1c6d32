import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct, addTile, mailsTo, payFree, signUpVerified } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/harness.ts";

let site: TestApp;
const counting = Promise.withResolvers<void>();
beforeAll(async () => {
  site = await createTestApp({
    limits: {
      consume: async ({ name }) => {
        if (name === "signups by recipient") await counting.promise;
      },
      reset: async () => undefined,
    },
  });
});
afterAll(() => site.close());

test("a free order is completed without waiting for the cap on the email that asks to confirm news", async () => {
  const maker = await signUpVerified(site);
  const product = await addProduct(maker, { name: "Sample", type: "digital", priceCents: 0 });
  const tile = await addTile(maker, { type: "product", productId: product.id });
  const { returnUrl } = await payFree(site, tile.id, { marketingConsent: true });
  expect(returnUrl).toContain("status=success");
  counting.resolve();
  expect(await mailsTo(site, "buyer@example.org", "confirm-signup")).toHaveLength(1);
});
