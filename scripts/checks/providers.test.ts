import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Files in which the name is part of a promise: the URL of the first webhook, and the default for rows of releases with one provider. */
const PROMISED = [
  "server/modules/payment-events/routes.ts",
  "server/modules/payment-events/tables.ts",
  "server/modules/connect/tables.ts",
];

const files = globSync("server/modules/**/*.ts").filter((file) => !file.endsWith(".test.ts"));

test("no module decides by a provider's name, so that a new provider is only another adapter", () => {
  expect(files.length).toBeGreaterThan(100);
  const naming = files.filter((file) =>
    /["'`](stripe|mollie)["'`]|stripe-signature|\.stripe\.com/.test(readFileSync(file, "utf8")),
  );
  expect(naming.map((file) => file.replaceAll("\\", "/")).sort()).toEqual([...PROMISED].sort());
});

test("no module's texts name a provider, except by the contract's label", () => {
  const naming = files.filter((file) => /\b(Stripe|STRIPE_|Mollie|MOLLIE_)/.test(readFileSync(file, "utf8")));
  expect(naming).toEqual([]);
});
