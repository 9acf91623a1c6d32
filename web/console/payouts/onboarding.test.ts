import { expect, test } from "vitest";
import { anAccount, READY } from "../../testing/console-entities.ts";
import { dashboardOf, onboardingOf, onboardingUrlOf, payoutsOf } from "./onboarding.ts";

const status = (connected: boolean, currentlyDue?: string[], pastDue?: string[]) => ({
  ...READY,
  connected,
  account: anAccount(currentlyDue, pastDue),
});

test("returns `not-connected` without an account", () => {
  expect(onboardingOf({ ...status(true), account: null })).toBe("not-connected");
});

test("resumes the onboarding for requirements that are due or overdue", () => {
  expect(onboardingOf(status(true, ["external_account"]))).toBe("due");
  expect(onboardingOf(status(true, [], ["external_account"]))).toBe("due");
  expect(onboardingOf(status(false))).toBe("due");
});

test("returns `ready` for a connected account without requirements", () => {
  expect(onboardingOf(status(true))).toBe("ready");
});

test("does not show a restricted or rejected account as under review", () => {
  const without = { ...status(true), canSell: false };
  const payouts = (restriction: "restricted" | "rejected" | "unsupported" | null) =>
    payoutsOf({
      ...without,
      account: {
        ...without.account,
        restriction: restriction && { status: restriction, code: null, resolution: null },
      },
    });
  expect([payouts("rejected"), payouts("unsupported")]).toEqual(["rejected", "rejected"]);
  expect([payouts("restricted"), payouts(null)]).toEqual(["limited", "review"]);
  expect(payoutsOf(without)).toBe("review");
  expect(dashboardOf("acct_1")).toBe("https://dashboard.stripe.com/acct_1");
});

test("accepts http, https and paths of this site as the onboarding URL", () => {
  const resolve = (url: string) => onboardingUrlOf(url, "https://site.example");
  expect(resolve("https://connect.stripe.com/setup/x")).toBe("https://connect.stripe.com/setup/x");
  expect(resolve("/sandbox/connect/1")).toBe("https://site.example/sandbox/connect/1");
  expect(resolve("javascript:alert(1)")).toBeNull();
  expect(resolve("data:text/html,x")).toBeNull();
  expect(resolve("http://[")).toBeNull();
});
