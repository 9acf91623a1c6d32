import { expect, test } from "vitest";
import { onboardingOf, onboardingUrlOf } from "./onboarding.ts";

const status = (connected: boolean, currentlyDue: string[] = [], pastDue: string[] = []) => ({
  connected,
  tipsEnabled: false,
  delayedPaymentsEnabled: false,
  platformFeeBps: 500,
  provider: "stripe" as const,
  mode: "test" as const,
  kind: "connected" as const,
  canSell: true,
  country: "DE",
  account: { id: "acct_1", requirements: { currentlyDue, pastDue } },
});

test("without an account nothing is connected", () => {
  expect(onboardingOf({ ...status(true), account: null })).toBe("not-connected");
});

test("requirements that are due or overdue resume the onboarding", () => {
  expect(onboardingOf(status(true, ["external_account"]))).toBe("due");
  expect(onboardingOf(status(true, [], ["external_account"]))).toBe("due");
  expect(onboardingOf(status(false))).toBe("due");
});

test("connected with nothing due is ready", () => {
  expect(onboardingOf(status(true))).toBe("ready");
});

test("the onboarding URL is http or https, or a path of this site", () => {
  const resolve = (url: string) => onboardingUrlOf(url, "https://site.example");
  expect(resolve("https://connect.stripe.com/setup/x")).toBe("https://connect.stripe.com/setup/x");
  expect(resolve("/sandbox/connect/1")).toBe("https://site.example/sandbox/connect/1");
  expect(resolve("javascript:alert(1)")).toBeNull();
  expect(resolve("data:text/html,x")).toBeNull();
  expect(resolve("http://[")).toBeNull();
});
