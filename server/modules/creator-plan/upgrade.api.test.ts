import { describe, expect, test } from "vitest";
import { profileVersion } from "../../../contract/api/creators.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { addTile, modelOf, rejection, signUpVerified, upgrade } from "../../testing/factories.ts";
import { PRODUCT, readMe, returnUrls, startCheckout, submit, subscribe } from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => signUpVerified(site));

const publicCreator = async (handle: string) =>
  (await site.call("GET", `/api/public/creator/${handle}`)).body.creator;
const saveProfile = (given: object) =>
  anna.call("POST", "/api/creators/me", { handle: anna.handle, displayName: anna.displayName, ...given });

describe("the product", () => {
  test("is the Creator plan with its price", async () => {
    expect((await anna.call("GET", `/api/stripe/products/${PRODUCT}`)).body).toEqual({
      product: {
        id: PRODUCT,
        name: "Tessera Creator",
        price: { amount: 900, currency: "eur", interval: "month" },
      },
    });
  });

  test("is the only readable product", async () => {
    for (const id of ["prod_other", "x", "..%2fx"]) {
      expect(await anna.call("GET", `/api/stripe/products/${id}`)).toMatchObject(
        rejection(404, "billing.product_unknown", "Unable to load Stripe product."),
      );
    }
  });
});

describe("starting the checkout", () => {
  test("requires a verified email", async () => {
    expect(await startCheckout(await site.signUp())).toMatchObject(
      rejection(403, "accounts.unverified", "Please verify your email to unlock all features."),
    );
  });

  test("rejects other products, which might be cheaper", async () => {
    expect(await startCheckout(anna, { productId: "prod_cheap" })).toMatchObject({ status: 404 });
    expect(await startCheckout(anna, { productId: 7 })).toMatchObject({ status: 400 });
  });

  test.for([
    "https://evil.tld/",
    "//evil.tld",
    "http://localhost:3000@evil.tld/",
    "http://localhost:3000\\@evil.tld/",
    "http://evil.tld\\@localhost:3000/",
    "http://localhost:3000.evil.tld/",
    "http://localhost:3001/",
    "javascript:alert(1)",
    "data:text/html,x",
    "/\\evil.tld",
    "checkout",
    "http://localhost:3000/a b",
  ])("does not return to %s", async (url) => {
    for (const field of ["successUrl", "cancelUrl"]) {
      expect(await startCheckout(anna, { [field]: url })).toMatchObject({
        status: 400,
        body: {
          error: "Unable to start checkout.",
          details: { fieldErrors: { [field]: ["Unable to start checkout."] } },
        },
      });
    }
    expect(await site.sql`select 1 from billing_checkouts where creator_id = ${anna.creator.id}`).toEqual([]);
  });

  test("accepts a path of this site", async () => {
    const { body } = await startCheckout(anna, { cancelUrl: "/checkout/stripe?status=cancel" });
    const response = await submit(anna, body.url, { action: "cancel" });
    expect(response.headers.location).toBe("http://localhost:3000/checkout/stripe?status=cancel");
  });

  test("expires the earlier checkout if the return URLs differ", async () => {
    const first = await startCheckout(anna);
    const second = await startCheckout(anna, { cancelUrl: "/dashboard" });
    expect(second.body.sessionId).not.toBe(first.body.sessionId);
    await submit(anna, first.body.url ?? "", { action: "succeed" });
    expect((await readMe(anna)).stripe_subscription_active).toBe(false);
  });

  test("is rejected with an active subscription", async () => {
    await subscribe(site, anna);
    expect(await startCheckout(anna)).toMatchObject({
      status: 409,
      body: { error: "Your Creator plan is already active. Nothing more is charged." },
    });
  });
});

describe("an upgrade in the sandbox", () => {
  test("sets plan, badge, limits and fee without a new sign-in", async () => {
    for (let tile = 0; tile < 5; tile++) await addTile(anna);
    expect(
      (await anna.call("POST", "/api/tiles", { type: "link", title: "x", url: "https://a.example" })).status,
    ).toBe(403);
    const { body } = await startCheckout(anna);
    const page = await anna.call("GET", new URL(body.url).pathname);
    expect(modelOf(page.text)).toMatchObject({ page: "sandbox-checkout", status: "open", problem: null });

    const paid = await submit(anna, body.url, { action: "succeed" });
    expect(paid.status).toBe(303);
    expect(paid.headers.location).toBe(
      returnUrls.successUrl.replace("{CHECKOUT_SESSION_ID}", body.sessionId),
    );
    await site.settled();

    expect(await readMe(anna)).toMatchObject({ plan: "creator", stripe_subscription_active: true });
    expect(await publicCreator(anna.handle)).toMatchObject({
      plan: "creator",
      stripe_subscription_active: true,
    });
    expect((await anna.call("GET", "/api/connect/status")).body.platformFeeBps).toBe(0);
    await addTile(anna);
    expect((await anna.call("GET", `/api/stripe/checkout/session/${body.sessionId}`)).body).toEqual({
      planUpdated: true,
      stripeActive: true,
    });
  });

  test("changes nothing if it is cancelled, and can be resumed", async () => {
    const { body } = await startCheckout(anna);
    expect((await submit(anna, body.url, { action: "cancel" })).headers.location).toBe(returnUrls.cancelUrl);
    expect((await anna.call("GET", `/api/stripe/checkout/session/${body.sessionId}`)).body).toEqual({
      planUpdated: false,
      stripeActive: false,
    });
    expect((await startCheckout(anna)).body.sessionId).toBe(body.sessionId);
  });

  test("shows an error after a failed payment and can be repeated", async () => {
    const { body } = await startCheckout(anna);
    const failed = await submit(anna, body.url, { action: "fail" });
    expect(failed.status).toBe(200);
    expect(modelOf(failed.text)).toMatchObject({
      status: "open",
      problem: "The payment failed: the card was refused. Nothing was charged; you can try again.",
    });
    await site.settled();
    expect((await readMe(anna)).plan).toBe("free");
    await submit(anna, body.url, { action: "succeed" });
    await site.settled();
    expect((await readMe(anna)).stripe_subscription_active).toBe(true);
  });

  test("creates one subscription when it is paid twice", async () => {
    const { body } = await startCheckout(anna);
    await concurrently(6, () => submit(anna, body.url, { action: "succeed" }));
    await site.settled();
    expect(await site.sql`select 1 from subscriptions where creator_id = ${anna.creator.id}`).toHaveLength(1);
  });

  test("takes effect on the return page before an event arrives", async () => {
    const { body } = await startCheckout(anna);
    await submit(anna, body.url, { action: "succeed" });
    await site.settled();
    await site.sql`delete from subscriptions where creator_id = ${anna.creator.id}`;
    await site.sql`update creators set plan = 'free', plan_paid = false, subscription_active = false
      where id = ${anna.creator.id}`;
    const response = await anna.call("GET", `/api/stripe/checkout/session/${body.sessionId}`);
    expect(response.body).toEqual({ planUpdated: true, stripeActive: true });
  });
});

test("redirects back from the sandbox to the host that was used", async () => {
  const successUrl = "http://127.0.0.1:3000/checkout/stripe?session_id={CHECKOUT_SESSION_ID}";
  const { body } = await startCheckout(anna, { successUrl });
  expect((await anna.call("GET", new URL(body.url).pathname)).headers["content-security-policy"]).toContain(
    "form-action 'self' http://127.0.0.1:3000 http://localhost:3000;",
  );
  const paid = await submit(anna, body.url, { action: "succeed" });
  expect(paid.headers.location).toBe(`http://127.0.0.1:3000/checkout/stripe?session_id=${body.sessionId}`);
});

describe("another creator's checkout", () => {
  test("returns 404 and upgrades only the creator who paid", async () => {
    const berta = await signUpVerified(site);
    const sessionId = await subscribe(site, anna);
    for (const id of [sessionId, "cs_test_unknown", "..%2fx"]) {
      const response = await berta.call("GET", `/api/stripe/checkout/session/${id}`);
      expect(response).toMatchObject({ status: 404, body: { error: "Could not verify checkout session." } });
    }
    expect((await readMe(berta)).plan).toBe("free");
  });

  test("cannot be opened or paid in the sandbox", async () => {
    const berta = await signUpVerified(site);
    const { url } = (await startCheckout(anna)).body;
    const path = new URL(url).pathname;
    expect((await berta.call("GET", path)).status).toBe(404);
    expect((await submit(berta, url, { action: "succeed" })).status).toBe(404);
    expect((await site.call("GET", `${path}x`)).status).toBe(404);
    const form = { "content-type": "application/x-www-form-urlencoded", origin: "https://evil.tld" };
    expect((await anna.call("POST", path, "action=succeed", form)).status).toBe(403);
    await site.settled();
    expect((await readMe(anna)).plan).toBe("free");
  });
});

describe("a downgrade by the creator", () => {
  test("ends the subscription at the provider", async () => {
    await subscribe(site, anna);
    const saved = await saveProfile({ plan: "free" });
    expect(saved.body.creator).toMatchObject({ plan: "free", stripe_subscription_active: false });
    await site.settled();
    expect(await readMe(anna)).toMatchObject({ plan: "free", stripe_subscription_active: false });
    const [row] = await site.sql`select s.status
      from sandbox_subscriptions s join subscriptions o on o.id = s.id where o.creator_id = ${anna.creator.id}`;
    expect(row.status).toBe("canceled");
    expect((await saveProfile({ plan: "free" })).status).toBe(200);
  });

  test("does not count as a change made elsewhere", async () => {
    await subscribe(site, anna);
    const profile = { handle: anna.handle, displayName: anna.displayName, plan: "free" };
    const headers = { "if-match": `"${profileVersion(await readMe(anna))}"` };
    expect((await anna.call("POST", "/api/creators/me", profile, headers)).status).toBe(200);
  });

  test("keeps every tile, and accepts new ones only below five", async () => {
    await subscribe(site, anna);
    const tiles = [];
    for (let tile = 0; tile < 7; tile++) tiles.push(await addTile(anna));
    await saveProfile({ plan: "free" });
    expect((await site.call("GET", `/api/public/creator/${anna.handle}`)).body.tiles).toHaveLength(7);
    const add = () => anna.call("POST", "/api/tiles", { type: "link", title: "x", url: "https://a.example" });
    for (const tile of tiles.slice(0, 2)) {
      expect((await add()).status).toBe(403);
      await anna.call("DELETE", `/api/tiles/${tile.id}`);
    }
    expect((await add()).status).toBe(403);
    await anna.call("DELETE", `/api/tiles/${tiles[2]?.id}`);
    expect((await add()).status).toBe(201);
  });

  test("cancels nothing if the new handle is taken", async () => {
    const berta = await signUpVerified(site);
    await subscribe(site, anna);
    expect((await saveProfile({ handle: berta.handle, plan: "free" })).status).toBe(409);
    await site.settled();
    expect((await readMe(anna)).stripe_subscription_active).toBe(true);
  });

  test("allows another upgrade, as a second subscription of the same customer", async () => {
    await subscribe(site, anna);
    await saveProfile({ plan: "free" });
    await site.settled();
    await subscribe(site, anna);
    expect(await readMe(anna)).toMatchObject({ plan: "creator", stripe_subscription_active: true });
    const rows = await site.sql`select distinct customer_id from subscriptions
      where creator_id = ${anna.creator.id}`;
    expect(rows).toHaveLength(1);
  });
});

describe("a plan granted by an administrator", () => {
  test("stays when a subscription ends at the provider", async () => {
    await upgrade(site, anna);
    await subscribe(site, anna);
    expect(await readMe(anna)).toMatchObject({ plan: "creator", stripe_subscription_active: true });
    const [row] = await site.sql`select id from subscriptions where creator_id = ${anna.creator.id}`;
    await site.payments.cancelSubscription(row.id);
    await site.settled();
    expect(await readMe(anna)).toMatchObject({ plan: "creator", stripe_subscription_active: false });
  });

  test("can be downgraded without a request to the provider", async () => {
    await upgrade(site, anna);
    expect((await saveProfile({ plan: "free" })).body.creator.plan).toBe("free");
  });
});

test("shows in the public configuration how this installation takes payments", async () => {
  expect((await site.call("GET", "/api/public/config")).body).toMatchObject({
    billingMode: "sandbox",
    stripeProductId: PRODUCT,
    stripePublishableKey: null,
  });
});

test("keeps the plan when another card pays a failed renewal on the sandbox's page", async () => {
  const berta = await signUpVerified(site);
  expect((await anna.call("POST", "/api/stripe/portal")).status).toBe(409);
  await subscribe(site, anna);
  const { url } = (await anna.call("POST", "/api/stripe/portal")).body;
  const path = new URL(url).pathname + new URL(url).search;
  const modelAt = async (at: string) => modelOf((await anna.call("GET", at)).text);
  expect(await modelAt(path)).toMatchObject({ back: "/dashboard/settings", state: "active" });
  expect((await berta.call("GET", path)).status).toBe(404);
  const foreign = path.replace(/back=.*/, "back=https%3A%2F%2Fevil.example");
  expect(await modelAt(foreign)).toMatchObject({ back: "/dashboard/settings" });
  for (const [action, state] of [
    ["fail", "overdue"],
    ["card", "active"],
    ["nonsense", "active"],
  ] as const) {
    expect(modelOf((await submit(anna, url, { action })).text)).toMatchObject({ state });
    await site.settled();
    expect((await readMe(anna)).stripe_subscription_active).toBe(true);
  }
});
