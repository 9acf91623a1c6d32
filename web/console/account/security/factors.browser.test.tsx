import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accountSecurityRoutes } from "../../../../contract/api/account-security.ts";
import { type Passkey, passkeyRoutes } from "../../../../contract/api/passkeys.ts";
import { type SecondFactor, secondFactorRoutes } from "../../../../contract/api/second-factor.ts";
import { aCreator } from "../../../testing/console-entities.ts";
import type { FakeServer } from "../../../testing/fake-server.ts";
import { expectAccessibleAtEveryWidth } from "../../../testing/phone.ts";
import { renderSecurity } from "../../../testing/render-account.tsx";

const OFF: SecondFactor = { enabledAt: null, recoveryCodesLeft: 0, removedAt: null, blocksAdmin: false };
const ON: SecondFactor = { ...OFF, enabledAt: "2026-11-01T10:00:00.000Z", recoveryCodesLeft: 2 };
const aPasskey = (given: Partial<Passkey> = {}): Passkey => ({
  id: "11111111-1111-4111-8111-111111111111",
  name: "Office laptop",
  kind: "device",
  usable: true,
  created_at: "2026-11-01T10:00:00.000Z",
  last_used_at: null,
  ...given,
});

const open = (define?: (server: FakeServer) => void) => renderSecurity(define, aCreator({ is_admin: true }));

test("lists passkeys by kind and marks one for another host", async () => {
  await open((server) => {
    const long = aPasskey({
      id: "22222222-2222-4222-8222-222222222222",
      name: "W".repeat(60),
      usable: false,
    });
    server.respond(passkeyRoutes.list, {
      passkeys: [aPasskey(), { ...long, kind: "synced", last_used_at: "2026-11-20T10:00:00.000Z" }],
    });
    server.respond(secondFactorRoutes.show, {
      secondFactor: { ...ON, removedAt: "2026-11-26T10:00:00.000Z" },
    });
  });
  const rows = page.getByRole("list", { name: "Passkeys" }).getByRole("listitem");
  await expect.element(rows.first()).toHaveTextContent("Office laptopOn one device");
  await expect.element(rows.last()).toHaveTextContent("SyncedMade for another address");
  await expect.element(page.getByText("You have 2 recovery codes left.")).toBeVisible();
  await expect.element(page.getByText(/An administrator was asked to remove/)).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("keeps the last sign-in method and says why in the dialog", async () => {
  const { server } = await open((one) => one.respond(passkeyRoutes.list, { passkeys: [aPasskey()] }));
  const error = "This is your only way to sign in. Set a password or add another passkey first.";
  server.fail(passkeyRoutes.remove, { status: 409, error });
  await page.getByRole("button", { name: "Remove Office laptop" }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(error);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByRole("button", { name: "Remove Office laptop" })).toHaveFocus();
});

test("keeps the focus in the passkeys after a removal", async () => {
  const { server } = await open((one) => one.respond(passkeyRoutes.list, { passkeys: [aPasskey()] }));
  server.respond(passkeyRoutes.remove, () => {
    server.respond(passkeyRoutes.list, { passkeys: [] });
    return undefined;
  });
  await page.getByRole("button", { name: "Remove Office laptop" }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await expect.element(page.getByText("No passkeys yet.")).toBeVisible();
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("button", { name: "Add a passkey" })).toHaveFocus();
});

test("keeps the focus in the section when the second factor is turned off", async () => {
  const { server } = await open((one) => one.respond(secondFactorRoutes.show, { secondFactor: ON }));
  server.respond(secondFactorRoutes.disable, () => {
    server.respond(secondFactorRoutes.show, { secondFactor: OFF });
    return undefined;
  });
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  const setUp = page.getByRole("button", { name: "Set up an authenticator app" });
  await expect.element(setUp).toBeVisible();
  const section = page.getByRole("region", { name: "Second factor" });
  await expect.poll(() => section.element().contains(document.activeElement)).toBe(true);
});

test("offers to load failed lists again", async () => {
  await open((server) => {
    server.fail(passkeyRoutes.list, { status: 500, error: "Something went wrong." });
    server.fail(secondFactorRoutes.show, { status: 500, error: "Something went wrong." });
  });
  await expect.element(page.getByRole("button", { name: "Try again" }).nth(1)).toBeVisible();
});

test("asks for a proof before the setup, then shows the QR code and, only once, the recovery codes", async () => {
  const { server } = await open();
  let isConfirmed = false;
  const setUp = { secret: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", uri: "otpauth://totp/x", qr: "<svg></svg>" };
  server.fail(secondFactorRoutes.setUp, { status: 403, error: "Confirm.", code: "account.confirm" });
  server.respond(accountSecurityRoutes.confirmationWays, {
    ways: ["passkey", "password", "code"],
    confirmed: false,
  });
  const proofs = server.respond(accountSecurityRoutes.confirm, () => {
    isConfirmed = true;
    server.respond(secondFactorRoutes.setUp, { setUp });
    return undefined;
  });
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await expect.element(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await page.getByRole("button", { name: "Use a code instead" }).click();
  await page.getByLabelText("Code", { exact: true }).fill("111 222");
  await page.getByRole("button", { name: "Confirm", exact: true }).last().click();
  await expect.element(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  expect(isConfirmed && proofs[0]?.body).toEqual({ code: "111222" });
  await expectAccessibleAtEveryWidth();

  const recoveryCodes = Array.from({ length: 10 }, (_, at) => `ABCD-EFGH-JKMN-000${at}`);
  server.respond(secondFactorRoutes.enable, () => {
    server.respond(secondFactorRoutes.show, { secondFactor: { ...ON, recoveryCodesLeft: 10 } });
    return { recoveryCodes };
  });
  await page.getByLabelText("Code", { exact: true }).fill("123456");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect.element(page.getByText("ABCD-EFGH-JKMN-0009")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect.element(page.getByText("You have 10 recovery codes left.")).toBeVisible();
  await expect.element(page.getByText("ABCD-EFGH-JKMN-0009")).not.toBeInTheDocument();
});

test("leads an administrator without a second factor to its setup", async () => {
  const { router } = await open((one) =>
    one.respond(secondFactorRoutes.show, { secondFactor: { ...OFF, blocksAdmin: true } }),
  );
  await page.getByRole("link", { name: "Set one up" }).click();
  expect(router.state.location.hash).toBe("#passkeys");
});

test("asks an administrator whose session lacks the second factor for a passkey or a code", async () => {
  const { server } = await open((one) => {
    one.respond(secondFactorRoutes.show, { secondFactor: { ...ON, blocksAdmin: true } });
    one.respond(accountSecurityRoutes.confirmationWays, { ways: ["password", "code"], confirmed: false });
  });
  await page.getByRole("button", { name: "Confirm now" }).click();
  await expect.element(page.getByLabelText("Code", { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole("dialog").getByRole("textbox", { name: "Password" }))
    .not.toBeInTheDocument();
  server.respond(accountSecurityRoutes.confirm, () => {
    server.respond(secondFactorRoutes.show, { secondFactor: ON });
    return undefined;
  });
  await page.getByLabelText("Code", { exact: true }).fill("123456");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect.element(page.getByRole("button", { name: "Confirm now" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("main")).toHaveFocus();
});
