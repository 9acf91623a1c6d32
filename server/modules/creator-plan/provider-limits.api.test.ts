import { expect, test } from "vitest";
import { signUpVerified } from "../../testing/factories.ts";
import { PRODUCT, startCheckout } from "../../testing/payers.ts";
import { createPaymentSimulator } from "../../testing/payment-simulator.ts";
import { testSite } from "../../testing/test-site.ts";

const provider = createPaymentSimulator();
const site = testSite(() => ({ payments: provider.payments, limits: "database" }));

const countRequests = (question: string) =>
  provider.calls.filter((request) => request.startsWith(question)).length;

test("answers frequent status requests from the stored status", async () => {
  const anna = await signUpVerified(site);
  const { accountId } = (await anna.call("POST", "/api/connect/onboard", { country: "DE" })).body;
  provider.calls.length = 0;
  for (let time = 0; time < 40; time++) {
    const { status, body } = await anna.call("GET", "/api/connect/status");
    expect(status).toBe(200);
    expect(body).toMatchObject({ connected: true, account: { id: accountId } });
  }
  expect(countRequests("readAccount")).toBe(30);
  const berta = await signUpVerified(site);
  await berta.call("POST", "/api/connect/onboard", { country: "DE" });
  await berta.call("GET", "/api/connect/status");
  expect(countRequests("readAccount")).toBe(32);
});

test("limits onboarding and checkouts per creator", async () => {
  const anna = await signUpVerified(site);
  const statuses: number[] = [];
  for (let time = 0; time < 21; time++) {
    const response =
      time % 2
        ? await startCheckout(anna)
        : await anna.call("POST", "/api/connect/onboard", { country: "DE" });
    statuses.push(response.status);
    if (response.status === 429) expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
  expect((await startCheckout(await signUpVerified(site))).status).toBe(200);
});

test("reads the offer from the provider once for all creators", async () => {
  const [anna, berta] = [await signUpVerified(site), await signUpVerified(site)];
  const earlier = countRequests("findOffer");
  for (const user of [anna, berta, anna]) {
    expect((await user.call("GET", `/api/stripe/products/${PRODUCT}`)).status).toBe(200);
  }
  expect(countRequests("findOffer") - earlier).toBe(1);
});
