import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accountRoutes } from "../../contract/api/accounts.ts";
import { creatorRoutes } from "../../contract/api/creators.ts";
import { storefrontRoutes } from "../../contract/api/storefront.ts";
import { expectAccessible } from "../testing/accessibility.ts";
import { aConfig, aCreator } from "../testing/console-entities.ts";
import { respondToDashboard } from "../testing/dashboard.ts";
import type { FakeServer } from "../testing/fake-server.ts";
import { expectAccessibleAndFits } from "../testing/phone.ts";
import { renderConsole } from "../testing/render-console.tsx";

const creator = aCreator({ email_verified_at: null });
const MUST_VERIFY = "Email not verified. Please check your inbox.";

const openAuth = (query = "", config = aConfig(), define?: (server: FakeServer) => void) =>
  renderConsole(`/auth${query}`, {
    creator: null,
    server: (server) => {
      server.respond(storefrontRoutes.config, config);
      define?.(server);
    },
  });

const password = () => page.getByRole("textbox", { name: "Password" });

async function logIn() {
  await page.getByLabelText("Email").fill("Vera@Example.org ");
  await password().fill("a quiet little mosaic");
  await userEvent.keyboard("{Enter}");
}

async function fillRegistration() {
  await page.getByLabelText("Display name").fill("Vera Stone");
  await page.getByLabelText("Handle").fill("Vera_S");
  await page.getByLabelText("Email").fill("vera@example.org");
  await password().fill("a quiet little mosaic");
}

/** The creator's pages behind the sign-in. */
function signedIn(server: FakeServer) {
  server.respond(creatorRoutes.me, { creator });
  respondToDashboard(server);
}

test("opens the requested page after a login and focuses it", async () => {
  const { server, router } = await openAuth("?redirect=%2Fdashboard%2Fproducts%3Fnew%3D1");
  await expect.element(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expectAccessibleAndFits();
  const logins = server.respond(accountRoutes.login, () => {
    signedIn(server);
    return { creator };
  });
  await logIn();
  await expect.element(page.getByRole("heading", { name: "Products", exact: true })).toBeVisible();
  await expect.element(page.getByRole("main")).toHaveFocus();
  expect(logins.map(({ body }) => body)).toEqual([
    { email: "vera@example.org", password: "a quiet little mosaic" },
  ]);
  expect(router.state.location).toMatchObject({ pathname: "/dashboard/products", search: "?new=1" });
});

test("shows the server's text for a rejected login, or its own, and keeps the input", async () => {
  const { server } = await openAuth();
  server.fail(accountRoutes.login, { status: 401, error: "Invalid email or password." });
  await logIn();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Invalid email or password.");
  await expect.element(page.getByLabelText("Email")).toHaveValue("Vera@Example.org");
  await expect.element(password()).toHaveValue("a quiet little mosaic");
  await expectAccessible();
  server.disconnect(accountRoutes.login);
  await page.getByRole("button", { name: "Login" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Login failed");
});

test("does not sign an account without a creator profile in to the console", async () => {
  const { server } = await openAuth();
  server.respond(accountRoutes.login, { creator: null });
  await logIn();
  await expect.element(page.getByText("This account has no creator page.")).toBeVisible();
});

test("asks in the form and in the notice to verify the email before a login", async () => {
  const { server } = await openAuth();
  server.fail(accountRoutes.login, { status: 403, error: "Verify first." });
  await logIn();
  await expect.poll(() => alerts()).toEqual(["Verify first.", "Verify first."]);
  server.fail(accountRoutes.login, { status: 403, error: "" });
  await page.getByRole("button", { name: "Login" }).click();
  await expect.poll(() => alerts()).toEqual([MUST_VERIFY, MUST_VERIFY]);
});

const alerts = () =>
  page
    .getByRole("alert")
    .elements()
    .map(({ textContent }) => textContent);

test("names every field of an empty registration and focuses the first one", async () => {
  await openAuth("?tab=register");
  await page.getByRole("button", { name: "Register" }).click();
  await expect.element(page.getByText("Display name is required.")).toBeVisible();
  await expect.element(page.getByLabelText("Display name")).toHaveFocus();
  await expect.element(page.getByText("Enter a valid email address.")).toBeVisible();
  await expect.element(page.getByText("Password must be at least 8 characters.")).toBeVisible();
  await expectAccessibleAndFits();
});

test("focuses the first invalid field of a registration", async () => {
  await openAuth("?tab=register");
  await page.getByLabelText("Display name").fill("Vera");
  await page.getByLabelText("Handle").fill("vera");
  await page.getByRole("button", { name: "Register" }).click();
  await expect.element(page.getByLabelText("Email")).toHaveFocus();
});

test("shows the URL of the page beside the handle", async () => {
  await openAuth("?tab=register");
  await expect.element(page.getByText(`${window.location.host}/@your-handle`)).toBeVisible();
  await page.getByLabelText("Handle").fill(" Vera_S");
  await expect.element(page.getByText(`${window.location.host}/@vera_s`)).toBeVisible();
});

test("shows a rejected password or a taken handle at its field and focuses it", async () => {
  const { server } = await openAuth("?tab=register");
  const common = "This password is too common. Choose another one.";
  server.reject(accountRoutes.register, { password: common });
  await fillRegistration();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(common)).toBeVisible();
  await expect.element(password()).toHaveFocus();
  const taken = "This handle is already taken.";
  server.reject(accountRoutes.register, { handle: taken }, 409);
  await page.getByRole("button", { name: "Register" }).click();
  await expect.element(page.getByText(taken)).toBeVisible();
  await expect.element(page.getByLabelText("Handle")).toHaveFocus();
  server.fail(accountRoutes.register, { status: 500, error: "" });
  await page.getByRole("button", { name: "Register" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Registration failed");
});

test("opens the requested page after a registration, too", async () => {
  const { server, router } = await openAuth("?tab=register&redirect=%2Fdashboard%2Fproducts");
  server.respond(accountRoutes.register, () => {
    signedIn(server);
    return { creator };
  });
  await fillRegistration();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { name: "Products", exact: true })).toBeVisible();
  expect(router.state.location.pathname).toBe("/dashboard/products");
});

test("leads to the login with a notice after a registration that needs a verified email", async () => {
  const { server, router } = await openAuth("?tab=register");
  server.respond(accountRoutes.register, { creator });
  await fillRegistration();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Check your email to verify your account.");
  await expect.element(page.getByRole("tab", { name: "Login" })).toHaveAttribute("aria-selected", "true");
  await expect.element(page.getByLabelText("Email")).toHaveValue("vera@example.org");
  expect(router.state.location.search).toBe("");
});

test("keeps the typed email when the tab changes, and removes Google's error", async () => {
  await openAuth("?error=google_unavailable");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Google sign-in is not available here");
  await expect.element(page.getByRole("button", { name: /^Instagram/ })).toBeDisabled();
  await page.getByLabelText("Email").fill("vera@example.org");
  await page.getByRole("tab", { name: "Register" }).click();
  await expect.element(page.getByLabelText("Email")).toHaveValue("vera@example.org");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test.each([
  ["invite", "New accounts are by invitation only."],
  ["closed", "This site does not accept new accounts."],
] as const)("shows only the login with sign-up %s, with the reason", async (signup, text) => {
  await openAuth("?tab=register", aConfig({ signup }));
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect.element(page.getByRole("tab")).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Login" })).toBeVisible();
  await expectAccessibleAndFits();
});

test("names the tab in the page's title", async () => {
  await openAuth();
  await expect.poll(() => document.title).toBe("Login · Tessera");
  await page.getByRole("tab", { name: "Register" }).click();
  await expect.poll(() => document.title).toBe("Register · Tessera");
});

test("offers the operator's own provider by name, and keeps the requested page", async () => {
  await openAuth("?redirect=%2Fdashboard%2Fproducts", aConfig({ oidcName: "Example Inc" }));
  await expect.element(page.getByRole("button", { name: "Continue with Example Inc" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Continue with Google" })).toBeVisible();
  await expectAccessibleAndFits();
});

test("offers only the provider if passwords are off", async () => {
  await openAuth("?tab=register", aConfig({ oidcName: "Example Inc", passwordLogin: false }));
  await expect.element(page.getByRole("button", { name: "Continue with Example Inc" })).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect.element(page.getByRole("tab")).not.toBeInTheDocument();
  await expect.element(page.getByRole("textbox")).not.toBeInTheDocument();
  await expectAccessible();
});
