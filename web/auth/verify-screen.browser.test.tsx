import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { accountRoutes } from "../../contract/api/accounts.ts";
import { creatorRoutes } from "../../contract/api/creators.ts";
import { storefrontRoutes } from "../../contract/api/storefront.ts";
import { expectAccessible } from "../testing/accessibility.ts";
import { aConfig, aCreator } from "../testing/console-entities.ts";
import { expectLink } from "../testing/expectations.ts";
import { expectAccessibleAndFits, expectFitsPhone } from "../testing/phone.ts";
import { renderConsole } from "../testing/render-console.tsx";

const unverified = aCreator({ email_verified_at: null });
const open = (status: string, creator: typeof unverified | null) =>
  renderConsole(`/auth/verify?status=${status}`, { creator });
const resend = () => page.getByRole("button", { name: "Send a new link" });

test.each([
  ["expired", "This link has expired", "Sign in to get a new one."],
  ["invalid", "This link does not work", "Sign in to get a new one."],
])(
  "leads signed-out users from the result %s to the dashboard and the login",
  async (status, title, text) => {
    await open(status, null);
    await expect.element(page.getByRole("heading", { name: title })).toBeVisible();
    await expect.element(page.getByText(text)).toBeVisible();
    await expectLink("Go to dashboard", "/dashboard");
    await expectLink("Go to login", "/auth");
    await expect.element(page.getByRole("button")).not.toBeInTheDocument();
    await expectAccessibleAndFits();
  },
);

const claim = () => page.getByRole("button", { name: "Take it over by email" });

test("shows the success to a signed-out browser, and lets the email's reader take the account over", async () => {
  const { server } = await open("success", null);
  await expect.element(page.getByRole("heading", { name: "Email verified" })).toBeVisible();
  await expectLink("Go to dashboard", "/dashboard");
  await expect.element(page.getByText("Didn't create this account?")).toBeVisible();
  await expectAccessibleAndFits();
  server.fail(accountRoutes.claimAccount, { status: 409, error: "Your link has expired." });
  await claim().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Your link has expired.");
  server.respond(accountRoutes.claimAccount, undefined);
  await claim().click();
  await expect
    .element(page.getByRole("status").filter({ hasText: /\S/ }))
    .toHaveTextContent("Check your inbox.");
  await expectFitsPhone();
});

test("offers no email for a password without passwords or when signed in", async () => {
  await open("success", aCreator());
  await expect.element(page.getByRole("heading", { name: "Email verified" })).toBeVisible();
  await expect.element(claim()).not.toBeInTheDocument();
  await renderConsole("/auth/verify?status=success", {
    creator: null,
    server: (server) => server.respond(storefrontRoutes.config, aConfig({ passwordLogin: false })),
  });
  await expect.element(page.getByRole("heading", { name: "Email verified" }).last()).toBeVisible();
  await expect.element(claim()).not.toBeInTheDocument();
});

test("never claims by URL that a signed-in, unverified user is verified", async () => {
  const { server } = await open("success", unverified);
  await expect.element(page.getByRole("heading", { name: "Not verified yet" })).toBeVisible();
  await expect.element(page.getByText("Email verified")).not.toBeInTheDocument();
  await expectAccessible();
  server.respond(accountRoutes.resendVerification, undefined);
  await resend().click();
  await expect
    .element(page.getByRole("status").filter({ hasText: /\S/ }))
    .toHaveTextContent("Verification email sent.");
});

test("sends an expired link again to a signed-in user, after any failure", async () => {
  const { server } = await open("expired", unverified);
  server.disconnect(accountRoutes.resendVerification);
  await resend().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Could not resend verification email");
  server.fail(accountRoutes.resendVerification, { status: 429, error: "Too many emails." });
  await resend().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Too many emails.");
  await expectAccessible();
  server.respond(accountRoutes.resendVerification, undefined);
  await resend().click();
  await expect
    .element(page.getByRole("status").filter({ hasText: /\S/ }))
    .toHaveTextContent("Verification email sent.");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await expectFitsPhone();
});

test("shows the result although the session cannot be read", async () => {
  await renderConsole("/auth/verify?status=success", {
    creator: null,
    server: (server) => server.fail(creatorRoutes.me, { status: 500, error: "Something went wrong." }),
  });
  await expect.element(page.getByRole("heading", { name: "Email verified" })).toBeVisible();
});
