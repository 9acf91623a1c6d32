import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { creatorPlanRoutes } from "../../../contract/api/creator-plan.ts";
import { creatorRoutes } from "../../../contract/api/creators.ts";
import { storefrontRoutes } from "../../../contract/api/storefront.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aConfig, aCreator } from "../../testing/console-entities.ts";
import type { FakeServer } from "../../testing/fake-server.ts";
import { expectAccessibleAndFits, expectFitsPhone } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";

const OFFER = {
  id: "product-1",
  name: "Creator",
  price: { amount: 900, currency: "eur", interval: "month" },
};
const ACTIVE = "Creator plan active — unlimited tiles and full analytics unlocked.";
const PENDING = "Checkout completed. Subscription status pending—refresh shortly.";
const free = aCreator();
const paying = aCreator({ plan: "creator", stripe_subscription_active: true });

const openUpgrade = (query = "", creator = free, define?: (server: FakeServer) => void) =>
  renderConsole(`/checkout/stripe${query}`, {
    creator,
    server: (server) => {
      server.respond(creatorPlanRoutes.product, { product: OFFER });
      define?.(server);
    },
  });
const heading = () => page.getByRole("heading", { level: 1 });
const pay = () => page.getByRole("button", { name: "Upgrade with Stripe" });

test("shows the provider's price and leads to the checkout", async () => {
  const { server } = await openUpgrade();
  await expect.element(heading()).toHaveTextContent("Upgrade to Creator");
  await expect.element(page.getByText("€9.00 per month")).toBeVisible();
  await expect.element(page.getByText("Test mode: no real payment will be taken.")).toBeVisible();
  await expectAccessibleAndFits();
  const { origin, pathname, search } = window.location;
  const starts = server.respond(creatorPlanRoutes.startCheckout, {
    url: `${origin}${pathname}${search}#checkout`,
    sessionId: "cs_1",
  });
  await pay().click();
  await expect.poll(() => window.location.hash).toBe("#checkout");
  expect(starts[0]?.body).toMatchObject({ productId: "product-1" });
});

test("asks an unverified creator once to verify the email, and disables the checkout", async () => {
  await openUpgrade("", aCreator({ email_verified_at: null }));
  await expect.element(pay()).toBeDisabled();
  const mustVerify = page.getByText("Please verify your email to unlock all features.");
  await expect.element(mustVerify).toBeVisible();
  await expect.element(mustVerify).toHaveLength(1);
  await expect.element(page.getByRole("button", { name: "Resend link" })).toBeVisible();
  await expectAccessibleAndFits();
});

test("explains the activation of a Creator plan without a subscription", async () => {
  await openUpgrade("", aCreator({ plan: "creator" }));
  await expect.element(page.getByRole("button", { name: "Complete activation" })).toBeEnabled();
  await expect
    .element(page.getByText(/you do not need to pay for it\. Completing activation starts a paid/))
    .toBeVisible();
});

test("disables the purchase and says why where the plan is not sold", async () => {
  await openUpgrade("", free, (server) =>
    server.respond(storefrontRoutes.config, aConfig({ planSold: false })),
  );
  await expect.element(pay()).toBeDisabled();
  await expect
    .element(pay())
    .toHaveAccessibleDescription(
      "The Creator plan cannot be bought here. The administrators of this site can give it to you.",
    );
  await expect.element(page.getByText(/Test mode/)).not.toBeInTheDocument();
  await expectAccessibleAndFits();
});

test("resumes a cancelled checkout", async () => {
  await openUpgrade("?status=cancel");
  await expect
    .element(page.getByRole("status").filter({ hasText: /\S/ }))
    .toHaveTextContent("Checkout was cancelled. You can resume whenever you’re ready.");
  await expect.element(pay()).toBeEnabled();
});

test("disables the purchase for a pending subscription, and checks it again", async () => {
  const { server } = await openUpgrade("?status=success&session_id=cs_1", free, (server) =>
    server.respond(creatorPlanRoutes.checkoutStatus, { planUpdated: false, stripeActive: false }),
  );
  await expect.element(page.getByRole("status").filter({ hasText: /\S/ })).toHaveTextContent(PENDING);
  await expect.element(heading()).toHaveTextContent("Confirming your upgrade");
  await expect.element(pay()).toBeDisabled();
  await expect
    .element(pay())
    .toHaveAccessibleDescription("Your payment is being confirmed. You don't need to pay again.");
  await expectAccessibleAndFits();
  server.respond(creatorRoutes.me, { creator: paying });
  server.respond(creatorPlanRoutes.checkoutStatus, { planUpdated: true, stripeActive: true });
  await page.getByRole("button", { name: "Check again" }).click();
  await expect.element(page.getByRole("status").filter({ hasText: /\S/ })).toHaveTextContent(ACTIVE);
  await expect.element(heading()).toHaveTextContent("You're on the Creator plan");
  await expect.element(page.getByRole("button", { name: "Plan active" })).toBeDisabled();
  await expect.element(page.getByText(/don't need to pay again/)).not.toBeInTheDocument();
  await expectAccessible();
});

test("says that a checkout cannot be verified, and offers another one", async () => {
  const { server } = await openUpgrade("?status=success&session_id=cs_other", free, (server) =>
    server.fail(creatorPlanRoutes.checkoutStatus, { status: 404, error: "" }),
  );
  await expect.element(page.getByRole("alert")).toHaveTextContent("Could not verify checkout session.");
  await expect.element(heading()).toHaveTextContent("Upgrade to Creator");
  await expect.element(pay()).toBeEnabled();
  await expectAccessible();
  server.respond(creatorPlanRoutes.checkoutStatus, { planUpdated: false, stripeActive: false });
  await page.getByRole("button", { name: "Check again" }).click();
  await expect.element(page.getByRole("status").filter({ hasText: /\S/ })).toHaveTextContent(PENDING);
});

test("shows the account's plan after a return without a session id", async () => {
  const { screen } = await openUpgrade("?status=success");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Could not verify checkout session.");
  await screen.unmount();
  await openUpgrade("?status=success", paying);
  await expect.element(page.getByRole("status").filter({ hasText: /\S/ })).toHaveTextContent(ACTIVE);
});

test("loads a failed offer again", async () => {
  const { server } = await openUpgrade("", free, (server) =>
    server.fail(creatorPlanRoutes.product, { status: 500, error: "" }),
  );
  await expect.element(page.getByRole("alert")).toHaveTextContent("Unable to load Stripe product.");
  await expectAccessibleAndFits();
  server.respond(creatorPlanRoutes.product, { product: OFFER });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(pay()).toBeVisible();
});

test.each([
  ["no URL and no session", {}, "Stripe session missing redirect URL."],
  ["a session but no URL", { sessionId: "cs_1" }, "Stripe redirect failed."],
  ["a URL of another scheme", { url: "javascript:alert(1)" }, "Stripe session missing redirect URL."],
])("reports a checkout with %s", async (_name, response, text) => {
  const { server } = await openUpgrade();
  server.respond(creatorPlanRoutes.startCheckout, response);
  await pay().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(text);
});

test("reports a checkout that cannot be started, and starts it again", async () => {
  const { server } = await openUpgrade();
  server.disconnect(creatorPlanRoutes.startCheckout);
  await pay().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Unable to start checkout.");
  server.fail(creatorPlanRoutes.startCheckout, { status: 503, error: "Payment provider unavailable." });
  await pay().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Payment provider unavailable.");
});

test("opens the page with card and invoices, and shows its rejection", async () => {
  const { server } = await openUpgrade("", paying);
  const button = () => page.getByRole("button", { name: "Change card, see invoices" });
  server.fail(creatorPlanRoutes.portal, {
    status: 409,
    error: "You have no invoices yet.",
    code: "billing.no_invoices",
  });
  await button().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("You have no invoices yet.");
  const { origin, pathname, search } = window.location;
  server.respond(creatorPlanRoutes.portal, { url: `${origin}${pathname}${search}#portal` });
  await button().click();
  await expect.poll(() => window.location.hash).toBe("#portal");
  await expectFitsPhone();
});
