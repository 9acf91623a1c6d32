import { describe } from "vitest";
import { signUpVerified } from "../../../../testing/factories.ts";
import { WEBHOOK_SECRET } from "../../../../testing/harness.ts";
import { subscribe } from "../../../../testing/payers.ts";
import { testSite } from "../../../../testing/test-site.ts";
import { testPayments } from "../../payments.test-suite.ts";

const site = testSite();

describe("the sandbox", () =>
  testPayments(() => ({
    payments: site.payments,
    productId: "prod_test",
    webhookSecret: WEBHOOK_SECRET,
    subscribe: async () => {
      const session = await subscribe(site, await signUpVerified(site));
      const [row] = await site.sql`select subscription_id as id from sandbox_checkouts where id = ${session}`;
      return row.id;
    },
  })));
