import { expect, test } from "vitest";
import { offerFile, signUpVerified, startCheckout } from "../../testing/factories.ts";
import { withDocuments } from "../../testing/site-documents.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite({ settings: { ...withDocuments({ privacy: "We store little." }), reports: true } });

test("sets no cookie before a visitor pays or signs in", async () => {
  const seller = await signUpVerified(site, { handle: "anna" });
  const { tile, product } = await offerFile(site, seller);
  const token = await startCheckout(site, tile.id);
  const view = { creatorId: seller.creator.id, event: "page_view" };
  const responses = await Promise.all([
    ...["/", "/privacy", "/@anna", `/@anna?tile=${tile.id}`, `/@anna/${product.slug}`, "/@anna/feed"].map(
      (path) => site.call("GET", path),
    ),
    ...[`/checkout/mock/${token}`, "/library", "/withdraw", "/report", "/auth"].map((path) =>
      site.call("GET", path),
    ),
    site.call("GET", "/api/public/creator/anna"),
    site.call("POST", "/api/public/analytics", view),
  ]);
  for (const { status, headers } of responses) {
    expect(status).toBeLessThan(300);
    expect(headers["set-cookie"]).toBeUndefined();
  }
});
