import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { accountRoutes } from "../../../contract/api/accounts.ts";
import { creatorRoutes } from "../../../contract/api/creators.ts";
import { meQuery } from "../../lib/session.ts";
import { aCreator } from "../../testing/console-entities.ts";
import { renderDashboard } from "../../testing/dashboard.ts";

const unverified = aCreator({ email_verified_at: null });
const banner = () =>
  page.getByRole("status").filter({ has: page.getByRole("button", { name: "Resend link" }) });
const MUST_VERIFY = "Please verify your email to unlock all features.";

test("sends another email on request, and disappears once the email is verified", async () => {
  const { server, queryClient } = await renderDashboard({ creator: unverified, products: [] });
  await expect.element(banner()).toHaveTextContent(MUST_VERIFY);
  // A failure shows no message; the button remains.
  const failed = server.fail(accountRoutes.resendVerification, { status: 500, error: "" });
  await banner().getByRole("button").click();
  await expect.poll(() => failed.length).toBe(1);
  await expect.element(banner()).toHaveTextContent(MUST_VERIFY);
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  server.respond(accountRoutes.resendVerification, undefined);
  await banner().getByRole("button").click();
  await expect.element(banner()).toHaveTextContent("Verification email sent.");
  server.respond(creatorRoutes.me, { creator: aCreator() });
  await queryClient.invalidateQueries(meQuery);
  await expect.element(banner()).not.toBeInTheDocument();
  await expect.element(page.getByText("Verification email sent.")).not.toBeInTheDocument();
});
