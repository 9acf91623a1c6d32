import { beforeAll, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type ConnectStatus, connectRoutes } from "../../../../contract/api/connect.ts";
import { storefrontRoutes } from "../../../../contract/api/storefront.ts";
import { expectAccessible } from "../../../testing/accessibility.ts";
import { aConfig, anAccount, NOT_CONNECTED, READY } from "../../../testing/console-entities.ts";
import { respondToDashboard } from "../../../testing/dashboard.ts";
import { expectLink } from "../../../testing/expectations.ts";
import { renderConsole } from "../../../testing/render-console.tsx";

const CONNECTED: ConnectStatus = { ...READY, mode: "test" };

/** The parameters of the library's initializations, the latest last. */
const initialized: { publishableKey: string; fetchClientSecret: () => Promise<string> }[] = [];
/** The components' listeners by component and event. */
const listeners = new Map<string, () => void>();

/** Replaces the part of Stripe's library that the loader uses, because tests cannot load the real one. */
beforeAll(() => {
  Object.assign(window, {
    StripeConnect: {
      init: (options: (typeof initialized)[number]) => {
        initialized.push(options);
        return { connect: {} };
      },
    },
  });
  for (const name of ["notification-banner", "account-management", "account-onboarding"]) {
    class Component extends HTMLElement {
      setConnector() {
        this.textContent = `Stripe's ${name}`;
      }
      setOnLoadErrorInternalOnly(listener: () => void) {
        listeners.set(`${name} error`, listener);
      }
      setOnExitInternalOnly(listener: () => void) {
        listeners.set(`${name} exit`, listener);
      }
    }
    customElements.define(`stripe-connect-${name}`, Component);
  }
});

beforeEach(() => listeners.clear());

const session = {
  onboardingUrl: "https://connect.example/",
  embeddedClientSecret: "secret_1",
  accountId: "acct_1",
  platformFeeBps: 500,
};

async function openScreen(status: ConnectStatus, stripePublishableKey: string | null = "pk_test_1") {
  const rendered = await renderConsole("/dashboard/settings/stripe", {
    server: (server) => {
      respondToDashboard(server);
      // A full load would leave the document of this test.
      server.respond(storefrontRoutes.config, { ...aConfig(), stripePublishableKey: null });
      server.respond(connectRoutes.status, status);
      server.respond(connectRoutes.onboard, session);
    },
  });
  await expect.element(page.getByRole("heading", { name: "Stripe account" })).toBeVisible();
  rendered.queryClient.setQueryData(["config"], { ...aConfig(), stripePublishableKey });
  return rendered;
}

test("manages a complete account in the page, with a session from the server", async () => {
  await openScreen(CONNECTED);
  await expect.element(page.getByText("Stripe's account-management")).toBeVisible();
  await expect.element(page.getByText("Stripe's notification-banner")).toBeVisible();
  expect(initialized.at(-1)?.publishableKey).toBe("pk_test_1");
  expect(await initialized.at(-1)?.fetchClientSecret()).toBe("secret_1");
  await expectAccessible();
});

test("onboards an account with requirements and manages a complete account", async () => {
  const { server } = await openScreen({
    ...CONNECTED,
    canSell: false,
    account: anAccount(["external_account"]),
  });
  await expect.element(page.getByText("Stripe's account-onboarding")).toBeVisible();
  server.respond(connectRoutes.status, CONNECTED);
  await expect.poll(() => listeners.get("account-onboarding exit")).toBeDefined();
  listeners.get("account-onboarding exit")?.();
  await expect.element(page.getByText("Stripe's account-management")).toBeVisible();
});

test("gives advice if a component cannot be loaded", async () => {
  await openScreen(CONNECTED);
  await expect.poll(() => listeners.get("account-management error")).toBeDefined();
  listeners.get("account-management error")?.();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Couldn't load Stripe's forms.");
  await expectAccessible();
});

test.for([
  [NOT_CONNECTED, "pk_test_1"],
  [{ ...CONNECTED, kind: "own" }, "pk_test_1"],
  [CONNECTED, null],
] as const)("loads nothing without an account or a key", async ([status, key]) => {
  const before = initialized.length;
  await openScreen(status as ConnectStatus, key);
  await expect.element(page.getByText("There is nothing to change here.")).toBeVisible();
  expect(initialized).toHaveLength(before);
  await expectLink("Back to settings", "/dashboard/settings");
});
