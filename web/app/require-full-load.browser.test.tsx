import { expect, test } from "vitest";
import { storefrontRoutes } from "../../contract/api/storefront.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { aConfig } from "../testing/console-entities.ts";
import { createFakeServer } from "../testing/fake-server.ts";
import { requireUploadPolicy } from "./require-full-load.ts";

/** Opens the product editor from a document whose policy does not allow connections to the bucket, as on any other page. */
function open(directUploadBytes: number | null) {
  createFakeServer().respond(storefrontRoutes.config, aConfig({ directUploadBytes }));
  const load = requireUploadPolicy(createQueryClient({ onSignedOut: () => {}, onStale: () => {} }));
  const request = new Request("https://shop.example/dashboard/products/7?from=page");
  return load({ request, params: {}, context: {}, pattern: "", url: new URL(request.url) } as never);
}

test("opens the product editor in a document of its own where files go straight to the bucket", async () => {
  const response = await open(20).catch((thrown: unknown) => thrown);
  if (!(response instanceof Response)) throw new Error("no redirect");
  expect(response.headers.get("Location")).toBe("/dashboard/products/7?from=page");
  expect(response.headers.get("X-Remix-Reload-Document")).toBe("true");
});

test("opens the product editor within the console where files go through the server", async () => {
  expect(await open(null)).toBeNull();
});
