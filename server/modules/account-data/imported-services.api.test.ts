import { expect, test } from "vitest";
import { offer, signUpVerified } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";
import { exportArchive, importArchive, lastImport } from "./archives.test-kit.ts";

const site = testSite();

test("exports and imports a service", async () => {
  const [ada, bella] = [await signUpVerified(site), await signUpVerified(site)];
  await offer(ada, { name: "One call", type: "service", priceCents: 9000, stock: 2 });
  await importArchive(bella, await exportArchive(site, ada));
  expect(await lastImport(site, bella)).toMatchObject({ state: "done", result: { left_out: [] } });
  const { products } = (await bella.call("GET", "/api/products")).body;
  expect(products).toMatchObject([{ name: "One call", type: "service", stock: 2 }]);
});
