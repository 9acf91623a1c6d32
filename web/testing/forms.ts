import { expect } from "vitest";
import { page } from "vitest/browser";
import { accountRoutes } from "../../contract/api/accounts.ts";
import { adminRoutes } from "../../contract/api/admin.ts";
import { appearanceRoutes, DEFAULT_APPEARANCE } from "../../contract/api/appearance.ts";
import { discountSeriesRoutes } from "../../contract/api/discount-series.ts";
import { discountRoutes } from "../../contract/api/discounts.ts";
import { marketingRoutes } from "../../contract/api/marketing.ts";
import { orderActionRoutes } from "../../contract/api/order-actions.ts";
import { pagePreviewRoutes } from "../../contract/api/page-preview.ts";
import { aPage, aUser } from "./admin-entities.ts";
import { respondToEmails } from "./audience-server.ts";
import { aCreator, aProduct } from "./console-entities.ts";
import type { FakeServer } from "./fake-server.ts";
import { ADDRESS, anOrderDetail } from "./order-entities.ts";
import { renderConsole } from "./render-console.tsx";
import { serveShop } from "./shop.ts";

const creator = aCreator({ plan: "creator", is_admin: true });
const click = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
const serveProducts = (server: FakeServer) =>
  void serveShop(server, { products: [aProduct({ name: "Cup" }), aProduct({ id: 2, name: "Bowl" })] });

export type Form = {
  path: string;
  signedOut?: true;
  serve?: (server: FakeServer) => void;
  open?: () => Promise<void>;
  area?: () => Element;
};

/** The forms of the console except settings, which have a kit, and tiles. */
export const FORMS: Record<string, Form> = {
  login: { path: "/auth", signedOut: true },
  registration: { path: "/auth?mode=register", signedOut: true },
  "forgotten password": { path: "/auth/forgot", signedOut: true },
  "new password": {
    path: "/auth/reset?token=x",
    signedOut: true,
    serve: (server) => server.respond(accountRoutes.resetAccount, { email: "mara@example.org" }),
  },
  product: {
    path: "/dashboard/products/new",
    serve: serveProducts,
    open: async () => {
      await page.getByRole("radio", { name: "Physical" }).click();
    },
  },
  "a product that is edited": {
    path: "/dashboard/products/1",
    serve: serveProducts,
    open: async () => {
      await expect.element(page.getByRole("heading", { name: "Edit Cup" })).toBeVisible();
      for (const part of document.querySelectorAll("details")) part.open = true;
    },
  },
  discount: {
    path: "/dashboard/products?view=discounts",
    serve: (server) => {
      serveProducts(server);
      server.respond(discountRoutes.list, { discounts: [] });
      server.respond(discountSeriesRoutes.list, { series: [] });
    },
    open: async () => {
      await click("New code");
      await page.getByLabelText("For", { exact: true }).selectOptions("Chosen products");
    },
  },
  "series of codes": {
    path: "/dashboard/products?view=discounts",
    serve: (server) => {
      serveProducts(server);
      server.respond(discountRoutes.list, { discounts: [] });
      server.respond(discountSeriesRoutes.list, { series: [] });
    },
    open: async () => {
      await click("Create a series");
      await page.getByLabelText("For", { exact: true }).selectOptions("Chosen products");
    },
  },
  appearance: {
    path: "/dashboard/appearance",
    serve: (server) => {
      const appearance = { ...DEFAULT_APPEARANCE };
      server.respond(appearanceRoutes.show, { appearance, shown: appearance, corrections: [] });
      server.respond(pagePreviewRoutes.render, {
        html: "<!doctype html><p>Page</p>",
        corrections: [],
        scheme: null,
      });
    },
    open: async () => {
      await expect.element(page.getByRole("radio", { name: /^Plaster/ })).toBeInTheDocument();
    },
  },
  "email to the audience": {
    path: "/dashboard/audience?view=emails",
    serve: respondToEmails,
  },
  refund: {
    path: "/dashboard/orders/7",
    serve: (server) => server.respond(orderActionRoutes.show, { order: anOrderDetail() }),
    open: () => click("Refund"),
  },
  shipping: {
    path: "/dashboard/orders/7",
    serve: (server) => {
      const order = anOrderDetail({ product: { name: "Mug", type: "physical" } });
      server.respond(orderActionRoutes.show, {
        order: { ...order, buyer: { ...order.buyer, address: ADDRESS } },
      });
    },
  },
  "email of an administrator": {
    path: "/admin/users?tab=marketing",
    serve: (server) => {
      server.respond(marketingRoutes.campaigns, { campaigns: [], ...aPage(0) });
      server.respond(marketingRoutes.preview, { subject: "", html: "<p>Preview</p>", text: "" });
    },
  },
  invitation: {
    path: "/admin/users",
    serve: (server) => server.respond(adminRoutes.users, { users: [aUser()], ...aPage(1) }),
    open: () => click("Create user"),
  },
  feedback: {
    path: "/dashboard/products",
    serve: serveProducts,
    open: async () => {
      await click("Feedback");
      await expect.element(page.getByRole("dialog")).toBeVisible();
    },
    area: () => page.getByRole("dialog").element(),
  },
};

/** Opens a form in the console of an administrator on the Creator plan, or signed out. */
export async function openForm({ path, signedOut, serve, open }: Form): Promise<void> {
  await renderConsole(path, {
    creator: signedOut ? null : creator,
    server: (server) => {
      serve?.(server);
    },
  });
  await expect.element(page.getByRole("heading").first()).toBeVisible();
  await open?.();
}
