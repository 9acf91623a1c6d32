import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { connectRoutes } from "../../../contract/api/connect.ts";
import { storefrontRoutes } from "../../../contract/api/storefront.ts";
import { aPublicCreator, NOT_CONNECTED } from "../../testing/console-entities.ts";
import { expectLink } from "../../testing/expectations.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { serveShop } from "../../testing/shop.ts";

type Sells = ReturnType<typeof aPublicCreator>["sells"];

const open = (sells: Sells, mode: "sandbox" | "test" | "live" = "sandbox") =>
  renderConsole("/dashboard/products", {
    server: (server) => {
      serveShop(server);
      server.respond(storefrontRoutes.creator, { creator: aPublicCreator({ sells }), tiles: [] });
      server.respond(connectRoutes.status, { ...NOT_CONNECTED, mode, canSell: true });
    },
  });

test.for([
  ["mock", "Buyers aren't charged: payments run in test mode.", "Get paid"],
  ["off", "Nothing can be bought from your page at the moment.", "Check ‘Get paid’"],
] as const)("says that sales are %s and links to the section Get paid", async ([sells, text, link]) => {
  await open(sells);
  await expect.element(page.getByText(text)).toBeVisible();
  await expectLink(link, "/dashboard/settings#get-paid");
  await expectAccessibleAtEveryWidth();
});

test.for(["sandbox", "test"] as const)("says that sales with %s keys are tests", async (mode) => {
  await open("real", mode);
  await expect.element(page.getByText("Buyers aren't charged: payments run in test mode.")).toBeVisible();
  await expectLink("Get paid", "/dashboard/settings#get-paid");
});

test("shows no notice for real sales", async () => {
  await open("real", "live");
  await expect.element(page.getByText("No products yet.")).toBeVisible();
  await expect.element(page.getByText(/[Tt]est mode/)).not.toBeInTheDocument();
});
