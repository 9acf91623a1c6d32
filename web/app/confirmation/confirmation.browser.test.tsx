import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accountSecurityRoutes as routes } from "../../../contract/api/account-security.ts";
import type { ConfirmationWay } from "../../../contract/api/sign-in-methods.ts";
import { storefrontRoutes } from "../../../contract/api/storefront.ts";
import { broadcastConfirmation } from "../../lib/confirmation.ts";
import { aConfig } from "../../testing/console-entities.ts";
import type { FakeServer } from "../../testing/fake-server.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { ACCOUNT, renderSecurity } from "../../testing/render-account.tsx";

const REFUSED = { status: 403, code: "account.confirm", error: "Confirm that it is you to continue." };
const dialog = () => page.getByRole("dialog", { name: "Confirm that it's you" });

/** Opens the security settings and submits a new email, which is rejected until `allow` is called. */
async function open(ways: ConfirmationWay[], define?: (server: FakeServer) => void) {
  const rendered = await renderSecurity((server) => {
    server.respond(routes.confirmationWays, { ways, confirmed: false });
    server.fail(routes.changeEmail, REFUSED);
    define?.(server);
  });
  await page.getByLabelText("New email").fill("new@example.org");
  await page.getByRole("button", { name: "Send link" }).click();
  await expect.element(dialog()).toBeVisible();
  return rendered;
}
const allow = (server: FakeServer) =>
  server.respond(routes.changeEmail, { ...ACCOUNT, pending_email: "new@example.org" });

test("repeats a rejected request once the password is given", async () => {
  const { server } = await open(["password"]);
  await expectAccessibleAtEveryWidth();
  const requests = allow(server);
  const proofs = server.respond(routes.confirm, undefined);
  server.respond(routes.overview, { ...ACCOUNT, pending_email: "new@example.org" });
  await expect.element(dialog().getByLabelText("Password", { exact: true })).toHaveFocus();
  await userEvent.keyboard("a long password{Enter}");
  await expect.element(page.getByText("We sent a link to")).toBeVisible();
  expect(proofs.map(({ body }) => body)).toEqual([{ password: "a long password" }]);
  expect(requests.map(({ body }) => body)).toEqual([{ email: "new@example.org" }]);
  await expect.element(dialog()).not.toBeInTheDocument();
  // The form is gone, so the focus continues from its former place.
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("button", { name: "Send again" })).toHaveFocus();
});

test("shows a wrong password at its field, and keeps the dialog", async () => {
  await open(["password"], (server) =>
    server.reject(routes.confirm, { password: "This is not your password." }),
  );
  await dialog().getByLabelText("Password", { exact: true }).fill("wrong");
  await dialog().getByRole("button", { name: "Confirm" }).click();
  await expect.element(dialog().getByText("This is not your password.")).toBeVisible();
});

test("changes nothing without the proof, and keeps typed values", async () => {
  await open(["password"]);
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByText(REFUSED.error)).toBeVisible();
  await expect.element(page.getByLabelText("New email")).toHaveValue("new@example.org");
  await expect.element(page.getByRole("button", { name: "Send link" })).toHaveFocus();
});

test("focuses the first proof, a field before a button", async () => {
  const { screen } = await open(["google"]);
  await expect.element(dialog().getByRole("button", { name: "Continue with Google" })).toHaveFocus();
  await screen.unmount();
  await open(["password", "code"]);
  await expect.element(dialog().getByLabelText("Password", { exact: true })).toHaveFocus();
  await dialog().getByRole("button", { name: "Use a code instead" }).click();
  await expect.element(dialog().getByLabelText("Code", { exact: true })).toHaveFocus();
});

test("focuses the code's field if only a code suffices", async () => {
  await open(["code"]);
  await expect.element(dialog().getByLabelText("Code", { exact: true })).toHaveFocus();
});

test("keeps a long provider name in its button on the narrowest phone", async () => {
  await open(["oidc"], (server) =>
    server.respond(storefrontRoutes.config, aConfig({ oidcName: "University of Wolfeschlegelsteinhausen" })),
  );
  await page.viewport(320, 640);
  const button = dialog().getByRole("button", { name: /^Continue with University/ });
  await expect.element(button).toBeVisible();
  expect(button.element().scrollWidth).toBeLessThanOrEqual(button.element().clientWidth);
});

test("continues for an account without a password when another window reports the proof", async () => {
  const { server } = await open(["google"]);
  await expect.element(dialog().getByRole("button", { name: "Continue with Google" })).toBeVisible();
  const requests = allow(server);
  server.respond(routes.overview, { ...ACCOUNT, pending_email: "new@example.org" });
  broadcastConfirmation();
  await expect.element(page.getByText("We sent a link to")).toBeVisible();
  expect(requests).toHaveLength(1);
});
