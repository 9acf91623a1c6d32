import { expect, test } from "vitest";
import { addProduct, addTile } from "../../../testing/factories.ts";
import { prepare } from "../../../testing/prepare.ts";
import { testSite } from "../../../testing/test-site.ts";

const site = testSite({ settings: { cdn: { seconds: 60, staleSeconds: 60 } } });
const anna = prepare(() => site.signUp({ handle: "anna" }));

const HELD = "public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=60";
const headersOf = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await site.call("GET", path, undefined, headers);
  return { status: answer.status, ...answer.headers };
};

test("lets a CDN cache creators' public pages, but no owner's page, error or other page", async () => {
  const product = await addProduct(anna, { name: "Bowl" });
  await addTile(anna, { type: "product", title: "Bowl", productId: product.id });
  const page = await headersOf("/@anna");
  expect(page).toMatchObject({ status: 200, "cache-control": HELD });
  for (const path of ["/@anna?from=60", "/@anna/bowl"]) {
    expect(await headersOf(path), path).toMatchObject({
      status: 200,
      "cache-control": HELD,
    });
  }
  expect(await headersOf("/@anna", { "if-none-match": String(page.etag) })).toMatchObject({
    ...{ status: 304, "cache-control": HELD },
  });
  const own = await headersOf("/@anna", { cookie: anna.cookie });
  expect(own["cache-control"]).toBe("private, no-store");
  for (const path of ["/", "/@nobody-here", "/@anna/nothing", "/dashboard", "/api/public/creator/anna"]) {
    const { "cache-control": control, ...others } = await headersOf(path);
    expect(String(control), path).not.toContain("s-maxage");
    expect(
      Object.keys(others).filter((name) => /cdn|surrogate/.test(name)),
      path,
    ).toEqual([]);
  }
  for (const name of ["cdn-cache-control", "surrogate-control"]) expect(own).not.toHaveProperty(name);
});
