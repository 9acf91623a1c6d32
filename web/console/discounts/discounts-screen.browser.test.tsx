import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { creatorRoutes } from "../../../contract/api/creators.ts";
import { discountSeriesRoutes } from "../../../contract/api/discount-series.ts";
import {
  type Discount,
  type DiscountInput,
  discountRoutes,
  discountVersion,
} from "../../../contract/api/discounts.ts";
import { productRoutes } from "../../../contract/api/products.ts";
import { meQuery } from "../../lib/session.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aCreator, aDiscount, aProduct } from "../../testing/console-entities.ts";
import type { FakeServer } from "../../testing/fake-server.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { endSession } from "../../testing/session.ts";

const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = (name: string) => page.getByRole("dialog", { name });

function serveDiscounts(server: FakeServer, given: Discount[]) {
  let discounts = given;
  const toEntity = ({ code, percentOff, ...input }: DiscountInput): Partial<Discount> => ({
    code,
    percent_off: percentOff,
    amount_off_cents: input.amountOffCents,
    currency: input.currency,
    product_ids: input.productIds,
    starts_at: input.startsAt,
    // The creator's time zone is UTC.
    ends_at: input.endsAt && `${input.endsAt}:00.000Z`,
    max_uses: input.maxUses,
    once_per_buyer: input.oncePerBuyer,
    active: input.active,
  });
  server.respond(discountRoutes.list, () => ({ discounts }));
  server.respond(discountSeriesRoutes.list, { series: [] });
  server.respond(productRoutes.list, () => ({
    products: [
      aProduct({ id: 7, name: "Bowl" }),
      aProduct({ id: 8, name: "Film" }),
      aProduct({ id: 9, name: "Thanks", type: "tip" }),
    ],
  }));
  const created = server.respond(discountRoutes.create, ({ body }) => {
    const discount = aDiscount({ id: 100, ...toEntity(body as DiscountInput) });
    discounts = [discount, ...discounts];
    return { discount };
  });
  const updated = server.respond(discountRoutes.update, ({ params, body }) => {
    const discount = aDiscount({ id: Number(params.id), ...toEntity(body as DiscountInput) });
    discounts = discounts.map((each) => (each.id === discount.id ? discount : each));
    return { discount };
  });
  server.respond(discountRoutes.remove, ({ params }) => {
    discounts = discounts.filter(({ id }) => id !== Number(params.id));
    return undefined;
  });
  return { created, updated };
}

async function renderDiscounts(discounts: Discount[] = []) {
  let served: ReturnType<typeof serveDiscounts> | undefined;
  const rendered = await renderConsole("/dashboard/products?view=discounts", {
    creator: aCreator({ handle: "ada" }),
    server: (server) => {
      served = serveDiscounts(server, discounts);
    },
  });
  if (!served) throw new Error("no fake server");
  return { ...rendered, ...served };
}

test("creates a code for chosen products and lists its discount", async () => {
  const { created } = await renderDiscounts();
  await expect.element(page.getByRole("heading", { name: "Discounts", level: 1 })).toBeVisible();
  await expect.element(page.getByText("No codes yet.")).toBeVisible();
  await button("New code").click();
  await field("Code").fill("SPRING-26");
  await field("Percent").fill("20");
  await field("For").selectOptions("Chosen products");
  await expect.element(field("Bowl")).toBeVisible();
  await expect.element(field("Thanks")).not.toBeInTheDocument();
  await field("Film").click();
  await field("Maximum uses").fill("10");
  await field("Once per buyer").click();
  await expectAccessible();
  await button("Create code").click();
  const row = page.getByRole("row", { name: /^SPRING-26/ });
  await expect.element(row).toHaveTextContent("20% off · 1 product · Once per buyer");
  await expect.element(row).toHaveTextContent("0 of 10");
  await expect.element(row).toHaveTextContent("Active");
  await expect.element(dialog("New code")).not.toBeInTheDocument();
  expect(created.map(({ body }) => body)).toEqual([
    {
      code: "SPRING-26",
      percentOff: 20,
      amountOffCents: null,
      currency: null,
      productIds: [8],
      startsAt: null,
      endsAt: null,
      maxUses: 10,
      oncePerBuyer: true,
      active: true,
    },
  ]);
});

test("takes a currency with an amount, and a period in the creator's time zone", async () => {
  const { created } = await renderDiscounts();
  await button("New code").click();
  await field("Code").fill("WINTER");
  await field("Discount").selectOptions("An amount");
  await field("Currency").selectOptions("CHF");
  await field("Amount (CHF)").fill("4,50");
  await field("Ends").fill("2099-12-24T18:00");
  await button("Create code").click();
  await expect
    .element(page.getByRole("row", { name: /^WINTER CHF.4\.50 off · Until 24 Dec 2099, 18:00/ }))
    .toBeVisible();
  expect(created[0]?.body).toMatchObject({
    percentOff: null,
    amountOffCents: 450,
    currency: "chf",
    endsAt: "2099-12-24T18:00",
  });
});

test("shows errors at their fields, also the server's, and loses nothing", async () => {
  const { server } = await renderDiscounts();
  await button("New code").click();
  await button("Create code").click();
  await expect
    .element(field("Code"))
    .toHaveAccessibleDescription(/Code must be 4 to 32 letters, digits or hyphens\.$/);
  await expect.element(field("Percent")).toHaveAccessibleDescription(/from 1 to 100\.$/);
  await field("Code").fill("SPRING");
  await field("Percent").fill("20");
  server.reject(discountRoutes.create, { code: "You already have this code." }, 409);
  await button("Create code").click();
  await expect.element(field("Code")).toHaveAccessibleDescription(/You already have this code\.$/);
  await expect.element(field("Percent")).toHaveValue("20");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog("Discard your changes?")).toBeVisible();
});

test("edits a code, and saves one that was deleted elsewhere as a new one", async () => {
  const { server, updated, created } = await renderDiscounts([aDiscount({ id: 3, code: "SPRING" })]);
  await button("Edit SPRING").click();
  await field("Active").click();
  await button("Save code").click();
  await expect.element(page.getByRole("row", { name: /^SPRING.*Inactive/ })).toBeVisible();
  expect(updated[0]?.body).toMatchObject({ code: "SPRING", active: false });
  server.fail(discountRoutes.update, { status: 404, error: "Discount code not found." });
  await button("Edit SPRING").click();
  await field("Percent").fill("30");
  await button("Save code").click();
  await button("Save as a new code").click();
  await expect.poll(() => created.length).toBe(1);
});

test("merges changes from elsewhere, or asks about a field that both have changed", async () => {
  const spring = aDiscount({ id: 3, code: "SPRING", percent_off: 20, max_uses: null });
  const { server, queryClient } = await renderDiscounts([spring]);
  await button("Edit SPRING").click();
  await field("Percent").fill("30");
  const saveElsewhere = async (discount: Discount) => {
    server.respond(discountRoutes.list, { discounts: [discount] });
    await queryClient.invalidateQueries({ queryKey: ["discounts"] });
    return server.respond(discountRoutes.update, { discount });
  };
  const current = { ...spring, max_uses: 5 };
  await saveElsewhere(current);
  await expect.element(field("Maximum uses")).toHaveValue("5");
  const updated = await saveElsewhere({ ...current, percent_off: 25 });
  await expect.element(page.getByText(/Changed in another tab.*Percent \(now “25”\)/)).toBeVisible();
  await button("Save code").click();
  expect(updated).toEqual([]);
  await button("Keep mine").click();
  await button("Save code").click();
  const version = `"${discountVersion({ ...current, percent_off: 25 })}"`;
  await expect.poll(() => updated).toMatchObject([{ version, body: { percentOff: 30, maxUses: 5 } }]);
});

test("copies the link of a code to the creator's page", async () => {
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await renderDiscounts([aDiscount({ code: "SPRING" })]);
  await button("Copy link with SPRING").click();
  await expect.element(page.getByText("Link with SPRING copied.")).toBeVisible();
  expect(writeText).toHaveBeenCalledWith(`${location.origin}/@ada?code=SPRING`);
});

test("deletes a code at once and moves the focus to the heading", async () => {
  await renderDiscounts([aDiscount({ code: "SPRING" })]);
  await button("Delete SPRING").click();
  await expect.element(page.getByText("No codes yet.")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Your codes" })).toHaveFocus();
});

test("adds no code at the limit", async () => {
  const many = Array.from({ length: 200 }, (_, id) => aDiscount({ id, code: `CODE-${id}` }));
  await renderDiscounts(many);
  await expect.element(page.getByText("You have 200 codes. Delete one to add another.")).toBeVisible();
  await expect.element(button("New code")).toBeDisabled();
});

test("the list fits a phone", async () => {
  const long = aDiscount({
    code: "X".repeat(32),
    percent_off: null,
    amount_off_cents: 99_999_999,
    currency: "huf",
    max_uses: 1_000_000,
    uses: 999_999,
    once_per_buyer: true,
    starts_at: "2026-09-01T00:00:00Z",
    ends_at: "2099-09-30T23:59:00Z",
  });
  await renderDiscounts([long, aDiscount({ id: 2, active: false })]);
  await expect.element(page.getByRole("row", { name: /^X+/ })).toBeVisible();
  await expectAccessibleAndFits();
});

test("reopens a code after signing in that was being edited when the session ended", async () => {
  const { server, queryClient, router } = await renderDiscounts([aDiscount({ id: 3, code: "SPRING" })]);
  await button("Edit SPRING").click();
  await field("Percent").fill("many");
  await field("For").selectOptions("Chosen products");
  await field("Film").click();
  endSession(server);
  queryClient.setQueryData(meQuery.queryKey, null);
  await expect.poll(() => router.state.location.pathname).toBe("/auth");
  server.respond(creatorRoutes.me, { creator: aCreator({ handle: "ada" }) });
  await router.navigate("/dashboard/products?view=discounts");
  await expect.element(dialog("Edit code")).toBeVisible();
  await expect.element(page.getByText("We kept your unsaved changes.")).toBeVisible();
  await expect.element(field("Percent")).toHaveValue("many");
  await expect.element(field("Film")).toBeChecked();
});
