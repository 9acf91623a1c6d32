import { afterEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accountSecurityRoutes as routes } from "../../../../contract/api/account-security.ts";
import { passkeyRoutes } from "../../../../contract/api/passkeys.ts";
import { storefrontRoutes } from "../../../../contract/api/storefront.ts";
import { CONSOLE_LANGUAGES, type Language } from "../../../../contract/rules/languages.ts";
import { aConfig } from "../../../testing/console-entities.ts";
import type { FakeServer } from "../../../testing/fake-server.ts";
import { expectAccessibleAtEveryWidth } from "../../../testing/phone.ts";
import { ACCOUNT, renderSecurity } from "../../../testing/render-account.tsx";

const HERE = {
  id: "0b7a3c1e-52f4-4c1d-9d0e-2f6b8a9c7d31",
  device: "Firefox on Windows",
  country: "DE",
  method: "password" as const,
  created_at: "2026-11-01T08:00:00Z",
  last_seen_at: "2026-11-21T08:00:00Z",
  is_current: true,
};
const PHONE = {
  ...HERE,
  id: "1b7a3c1e-52f4-4c1d-9d0e-2f6b8a9c7d31",
  device: null,
  country: null,
  is_current: false,
};
const FAILED = {
  at: "2026-11-20T08:00:00Z",
  method: "password" as const,
  outcome: "failed" as const,
  device: "Chrome on Android",
  country: "FR",
  network: "198.51.100.0/24",
};

const open = (define?: (server: FakeServer) => void) =>
  renderSecurity((server) => {
    server.respond(routes.sessions, { sessions: [HERE, PHONE] });
    server.respond(routes.history, { signIns: [FAILED], total: 1, page: 1, pageSize: 25 });
    define?.(server);
  });

test("lists sessions and attempts, accessibly at every width", async () => {
  await open();
  await expect.element(page.getByText("Firefox on Windows")).toBeVisible();
  await expect.element(page.getByText("This device")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Forgot your password?" })).toBeVisible();
  await expect.element(page.getByText("Chrome on Android · France, 198.51.100.0/24")).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("links to the other account page besides its own sections", async () => {
  await open();
  const sections = page.getByRole("navigation", { name: "Settings sections" });
  await expect
    .element(sections.getByRole("link", { name: "Your data" }))
    .toHaveAttribute("href", "/dashboard/settings/data");
});

test("keeps the focus at the start of the page while sections load late", async () => {
  await open((server) =>
    server.respond(passkeyRoutes.list, () => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      return { passkeys: [] };
    }),
  );
  await expect.element(page.getByText("No passkeys yet.")).toBeVisible();
  expect(document.activeElement).toBe(document.body);
});

test("keeps the focus in the list after a device is signed out", async () => {
  const { server } = await open();
  const list = page.getByRole("region", { name: "Where you're signed in" });
  const last = { ...PHONE, id: "2b7a3c1e-52f4-4c1d-9d0e-2f6b8a9c7d31", device: "Safari on iOS" };
  server.respond(routes.sessions, { sessions: [HERE, PHONE, last] });
  server.respond(routes.endSession, () => {
    server.respond(routes.sessions, { sessions: [HERE, last] });
    return undefined;
  });
  server.respond(routes.endOtherSessions, () => {
    server.respond(routes.sessions, { sessions: [HERE] });
    return undefined;
  });
  await page.getByRole("button", { name: "Log out Unknown device" }).click();
  await expect.element(page.getByText("Unknown device")).not.toBeInTheDocument();
  await userEvent.keyboard("{Tab}");
  await expect.element(list.getByRole("button", { name: "Log out Safari on iOS" })).toHaveFocus();
  await page.getByRole("button", { name: "Log out everywhere else" }).click();
  await expect.element(page.getByText("Safari on iOS")).not.toBeInTheDocument();
  await expect.poll(() => list.element().contains(document.activeElement)).toBe(true);
});

test("signs out another device, or all others", async () => {
  const { server } = await open();
  const ended = server.respond(routes.endSession, undefined);
  const all = server.respond(routes.endOtherSessions, undefined);
  await page.getByRole("button", { name: "Log out Unknown device" }).click();
  await expect.poll(() => ended.map(({ params }) => params.id)).toEqual([PHONE.id]);
  await page.getByRole("button", { name: "Log out everywhere else" }).click();
  await expect.poll(() => all.length).toBe(1);
});

describe("the password", () => {
  test("shows a wrong current password at its field and changes the password with the right one", async () => {
    const { server } = await open((server) =>
      server.reject(routes.changePassword, { currentPassword: "This is not your password." }),
    );
    await page.getByLabelText("Current password").fill("wrong");
    await page.getByLabelText("New password").fill("a new long password");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect.element(page.getByText("This is not your password.")).toBeVisible();
    const changes = server.respond(routes.changePassword, undefined);
    await page.getByLabelText("Current password").fill("a long password");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect.element(page.getByText("Password changed")).toBeVisible();
    expect(changes[0]?.body).toEqual({
      currentPassword: "a long password",
      password: "a new long password",
    });
    await expect.element(page.getByLabelText("New password")).toHaveValue("");
  });

  test("sets the first password of an account without one", async () => {
    const { server } = await open((define) =>
      define.respond(routes.overview, { ...ACCOUNT, has_password: false }),
    );
    const set = page.getByRole("button", { name: "Set password" });
    await expect.element(set).toBeVisible();
    await expect.element(page.getByLabelText("Current password")).not.toBeInTheDocument();
    const changes = server.respond(routes.changePassword, () => {
      server.respond(routes.overview, ACCOUNT);
      return undefined;
    });
    await page.getByLabelText("New password").fill("a new long password");
    await set.click();
    await expect.element(page.getByLabelText("Current password")).toHaveValue("");
    expect(changes.map(({ body }) => body)).toEqual([{ password: "a new long password" }]);
    await expect.element(page.getByRole("button", { name: "Change password" })).toHaveFocus();
  });
});

test("offers no password change if users sign in only through a provider", async () => {
  await open((server) => server.respond(storefrontRoutes.config, aConfig({ passwordLogin: false })));
  await expect.element(page.getByRole("heading", { name: "Email" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Change password" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "Password" })).not.toBeInTheDocument();
});

test("cancels a change of email that waits for its link", async () => {
  const { server } = await open((server) =>
    server.respond(routes.overview, { ...ACCOUNT, pending_email: "new@example.org" }),
  );
  await expect.element(page.getByText("We sent a link to new@example.org", { exact: false })).toBeVisible();
  server.respond(routes.withdrawEmail, undefined);
  server.respond(routes.overview, ACCOUNT);
  await page.getByRole("button", { name: "Keep the current email" }).click();
  await expect.element(page.getByLabelText("New email")).toBeVisible();
});

test("saves the refund limit in minor units", async () => {
  const { server } = await open();
  const saved = server.respond(routes.saveRefundLimit, () => {
    server.respond(routes.refundLimit, { limitCents: 5_050 });
    return { limitCents: 5_050 };
  });
  const field = page.getByLabelText("Ask me again for refunds above");
  await expect.element(field).toHaveValue("100.00");
  await field.fill("x");
  await page.getByRole("button", { name: "Save limit" }).click();
  await expect.element(page.getByText("Enter the sum of refunds as an amount of 0 or more.")).toBeVisible();
  await field.fill("50,50");
  await page.getByRole("button", { name: "Save limit" }).click();
  await expect.poll(() => saved.map(({ body }) => body)).toEqual([{ limitCents: 5_050 }]);
  await expect.element(field).toHaveValue("50.50");
  await expect.element(page.getByRole("button", { name: "Save limit" })).toHaveFocus();
});

describe("the language of the console", () => {
  const spoken = CONSOLE_LANGUAGES as Language[];
  const before = [...spoken];
  afterEach(() => void spoken.splice(0, spoken.length, ...before));

  test("is not asked for while it is English alone", async () => {
    spoken.splice(0);
    await open();
    await expect.element(page.getByRole("heading", { name: "Where you're signed in" })).toBeVisible();
    await expect.element(page.getByRole("combobox", { name: "Language" })).not.toBeInTheDocument();
  });

  test("is chosen by its own name, accessibly at every width", async () => {
    spoken.splice(0, spoken.length, "de", "fr");
    let saved: unknown[] = [];
    await open((server) => {
      server.respond(routes.overview, { ...ACCOUNT, language: "fr" });
      // Without a response the page is not loaded again.
      saved = server.respond(routes.saveLanguage, () => new Promise(() => {}));
    });
    const select = page.getByRole("combobox", { name: "Language" });
    await expect.element(select).toHaveDisplayValue("Français");
    const names = [...(select.element() as HTMLSelectElement).options].map(({ label }) => label);
    expect(names).toEqual(["As your browser prefers", "English", "Deutsch", "Français"]);
    await expectAccessibleAtEveryWidth();
    await userEvent.selectOptions(select, "As your browser prefers");
    await page.getByRole("button", { name: "Save language" }).click();
    await expect.poll(() => saved).toMatchObject([{ body: { language: null } }]);
  });
});
