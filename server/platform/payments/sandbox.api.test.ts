import { afterAll, beforeAll, describe } from "vitest";
import { createTestApp, type TestApp, WEBHOOK_SECRET } from "../../testing/harness.ts";
import { testPayments } from "./payments.test-suite.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

describe("the sandbox", () =>
  testPayments(() => ({ payments: site.payments, productId: "prod_test", webhookSecret: WEBHOOK_SECRET })));
