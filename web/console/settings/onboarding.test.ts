import { expect, test } from "vitest";
import { onboardingAddress, onboardingOf } from "./onboarding.ts";

const status = (connected: boolean, currentlyDue: string[] = [], pastDue: string[] = []) => ({
  connected,
  tipsEnabled: false,
  platformFeeBps: 500,
  account: { id: "acct_1", requirements: { currentlyDue, pastDue } },
});

test("without an account nothing is connected, whatever is said", () => {
  expect(onboardingOf({ ...status(true), account: null })).toBe("not-connected");
});

test("whatever is due or overdue, onboarding goes on", () => {
  expect(onboardingOf(status(true, ["external_account"]))).toBe("due");
  expect(onboardingOf(status(true, [], ["external_account"]))).toBe("due");
  expect(onboardingOf(status(false))).toBe("due");
});

test("connected with nothing due is ready", () => {
  expect(onboardingOf(status(true))).toBe("ready");
});

test("onboarding leads to web addresses alone, or to a page of this site", () => {
  const lead = (url: string) => onboardingAddress(url, "https://site.example");
  expect(lead("https://connect.stripe.com/setup/x")).toBe("https://connect.stripe.com/setup/x");
  expect(lead("/sandbox/connect/1")).toBe("https://site.example/sandbox/connect/1");
  expect(lead("javascript:alert(1)")).toBeNull();
  expect(lead("data:text/html,x")).toBeNull();
  expect(lead("http://[")).toBeNull();
});
