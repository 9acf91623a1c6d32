import { expect, test } from "vitest";
import { mollieAccounts } from "../../server/platform/payments/adapters/mollie/mollie.ts";
import { ownAccess } from "../../server/platform/payments/adapters/mollie/mollie-access.ts";
import { APP } from "../../server/platform/payments/adapters/mollie/mollie-app.test-kit.ts";
import { createMollieClient } from "../../server/platform/payments/adapters/mollie/mollie-client.ts";
import { mollieSales } from "../../server/platform/payments/adapters/mollie/mollie-sales.ts";
import {
  TEST_KEY,
  testMollie,
} from "../../server/platform/payments/adapters/mollie/mollie-server.test-kit.ts";
import { mollieTokens } from "../../server/platform/payments/adapters/mollie/mollie-tokens.ts";
import { checkMollie } from "./check-mollie.ts";

const mollie = testMollie();
const check = async (
  publicUrl = "https://tessera.example",
  apiKey: string | undefined = TEST_KEY,
  clientSecret?: string,
) => {
  const { call } = createMollieClient({ apiBase: mollie.url });
  const opened = {
    accounts: mollieAccounts({ call, apiKey, live: false, app: undefined }),
    sales: mollieSales({ findAccess: ownAccess(apiKey), live: false, apiBase: mollie.url, publicUrl }),
  };
  const authorization = clientSecret
    ? { check: mollieTokens({ ...APP, clientSecret }, mollie.url).check }
    : null;
  const steps = await checkMollie({
    ...opened,
    accounts: { ...opened.accounts, authorization },
    publicUrl,
    report: () => {},
  });
  return steps.map(({ name, verdict }) => `${verdict} ${name}`);
};

test("creates, reads and cancels a payment with a working key", async () => {
  expect(await check()).toEqual(["ok Mollie: your profile", "ok Mollie: payment page"]);
  expect([...mollie.payments.values()].at(-1)?.status).toBe("canceled");
});

test("reports a URL that Mollie cannot reach, and a payment that cannot be cancelled", async () => {
  mollie.paymentsState.isCancelable = false;
  expect(await check("http://localhost:3000")).toContain("skipped Mollie: notices");
});

test("reports a blocked profile and a wrong key", async () => {
  mollie.state.profile.status = "blocked";
  expect((await check())[0]).toBe("problem Mollie: your profile");
  expect(await check(undefined, "test_akeythatnobodyknows0000")).toEqual([
    "problem Mollie: your profile",
    "problem Mollie: payment page",
  ]);
});

test("tries the id and secret of an app, and reports a wrong secret", async () => {
  const app = "Mollie: the app for creators' accounts";
  expect(await check(undefined, TEST_KEY, APP.clientSecret)).toContain(`ok ${app}`);
  expect(await check(undefined, TEST_KEY, "another secret")).toContain(`problem ${app}`);
  mollie.state.behavior = "broken";
  expect(await check(undefined, TEST_KEY, APP.clientSecret)).toContain(`problem ${app}`);
});
