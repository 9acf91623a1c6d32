import type { Person } from "./factories.ts";
import type { TestApp } from "./harness.ts";

/** What a test subscribes to. */
export const PRODUCT = "prod_test";
const SETTINGS = "http://localhost:3000/checkout/stripe";
export const returnUrls = {
  successUrl: `${SETTINGS}?status=success&session_id={CHECKOUT_SESSION_ID}`,
  cancelUrl: `${SETTINGS}?status=cancel`,
};

/** Somebody who may pay and be paid: the address is verified. */
export async function signUpVerified(site: TestApp, given: { handle?: string } = {}): Promise<Person> {
  const person = await site.signUp(given);
  await site.query("update users set email_verified_at = now() where email = $1", [person.email]);
  return person;
}

export const startCheckout = (person: Person, given: object = {}) =>
  person.call("POST", "/api/stripe/checkout/session", { productId: PRODUCT, ...returnUrls, ...given });

/** Sends one of the sandbox's forms as a browser does. */
export const submit = (person: Person, url: string, fields: Record<string, string>) =>
  person.call("POST", new URL(url).pathname, new URLSearchParams(fields).toString(), {
    "content-type": "application/x-www-form-urlencoded",
  });

/** Subscribes in the sandbox, and waits until its events have taken effect. */
export async function subscribe(site: TestApp, person: Person): Promise<string> {
  const { status, body, text } = await startCheckout(person);
  if (status !== 200) throw new Error(`no checkout: ${text}`);
  await submit(person, body.url, { action: "succeed" });
  await site.settled();
  return body.sessionId;
}

/** Answers the first steps of the sandbox's onboarding, all three unless told. */
export async function onboard(site: TestApp, person: Person, { steps = 3 } = {}): Promise<string> {
  const { status, body, text } = await person.call("POST", "/api/connect/onboard", {});
  if (status !== 200) throw new Error(`no onboarding: ${text}`);
  for (let step = 0; step < steps; step++) {
    await submit(person, body.onboardingUrl, { action: "answer", step: String(step) });
  }
  await site.settled();
  return body.onboardingUrl;
}

export const readMe = async (person: Person) => (await person.call("GET", "/api/creators/me")).body.creator;
