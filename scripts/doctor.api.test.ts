import { afterAll, beforeAll, expect, test } from "vitest";
import { ProductProcess } from "../server/testing/product-process.ts";

let product: ProductProcess;
beforeAll(async () => {
  product = await ProductProcess.prepare();
});
afterAll(() => product.remove());

test("an installation with warnings alone exits with 0, and for a daily alert with 2", {
  timeout: 180_000,
}, async () => {
  await product.start();
  const usual = await product.run("scripts/doctor.ts");
  expect(usual.output).toMatch(/^warning Backup: none was made/m);
  expect(usual.output).toMatch(/^Faults: 0\. Warnings: [1-9]/m);
  expect(usual.code).toBe(0);
  expect((await product.run("scripts/doctor.ts", "--strict")).code).toBe(2);
});
