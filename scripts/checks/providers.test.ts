import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Files in which the name is part of a promise: the URL of the first webhook, and the default for rows of releases with one provider. */
const PROMISED = [
  "server/modules/payment-events/routes.ts",
  "server/modules/payment-events/tables.ts",
  "server/modules/connect/tables.ts",
];

const files = globSync("server/modules/**/*.ts").filter((file) => !file.endsWith(".test.ts"));

test("finds no module that decides by a provider's name", () => {
  expect(files.length).toBeGreaterThan(100);
  const naming = files.filter((file) =>
    /["'`](stripe|mollie)["'`]|stripe-signature|\.stripe\.com/.test(readFileSync(file, "utf8")),
  );
  expect(naming.map((file) => file.replaceAll("\\", "/")).sort()).toEqual([...PROMISED].sort());
});

test("finds no provider's name in modules' texts, except the contract's label", () => {
  const naming = files.filter((file) => /\b(Stripe|STRIPE_|Mollie|MOLLIE_)/.test(readFileSync(file, "utf8")));
  expect(naming).toEqual([]);
});
