import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { GiftModel, OrderGift } from "../../../contract/pages/gift-models.ts";
import { anOrderPage } from "../../testing/buyer-entities.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { readPage } from "../../testing/read-page.ts";
import { renderPage } from "../../testing/render-page.tsx";

const long = "Ein-Name-der-sehr-lang-ist-und-nirgends-umbricht-weil-er-keine-Leerzeichen-hat";
const days = { first: "2026-11-28", last: "2027-11-28" };
const form = { email: "", name: "", line: "", day: "2026-11-28", days, problem: null, field: null } as const;
const planned = { to: "v…@example.org", at: "2026-12-24T07:00:00.000Z" };
const order = (gift: OrderGift) =>
  anOrderPage({ mail_to: "b…@example.org", download: null }, { gift, access: "gifted" });
const file = (id: number, name: string) => ({
  id,
  name,
  size: 2048,
  sha256: "0".repeat(64),
  url: `/api/orders/download/${id}`,
  expires_at: "2099-01-01T00:00:00.000Z",
  bought_url: null,
});
const aGift = (changes: Partial<GiftModel> = {}): GiftModel => ({
  page: "gift",
  path: "/gift/token",
  product: long,
  creator: { handle: "ada", display_name: "Ada", time_zone: "UTC" },
  from: "Vera",
  line: "For your\nbirthday",
  mode: "live",
  access: "given",
  messages: [],
  versions: [],
  files: [
    file(1, "notes.pdf"),
    { ...file(2, `${long}.pdf`), bought_url: "/api/orders/download/2?version=bought" },
  ],
  ...changes,
});

test("offers to send the order as a gift, in a plain form", async () => {
  await renderPage(anOrderPage({}, { gift: { state: "offered", form } }));
  await page.getByText("Send as a gift", { exact: true }).first().click();
  await expect.element(page.getByLabelText("Day")).toHaveAttribute("max", "2027-11-28");
  await expectAccessibleAtEveryWidth();
  const { shown } = readPage(
    anOrderPage({}, { gift: { state: "offered", form: { ...form, problem: "No.", field: "email" } } }),
  );
  expect(shown.one("form", { action: "/orders/token/gift" }).attributes.method).toBe("post");
});

test("shows a rejected gift at its field with the input", async () => {
  const rejected = {
    ...form,
    email: "vera@",
    name: "Vera",
    problem: "Enter a valid email address.",
    field: "email",
  } as const;
  await renderPage(anOrderPage({}, { gift: { state: "offered", form: rejected } }));
  const email = page.getByLabelText("Receiver's email");
  await expect.element(email).toHaveValue("vera@");
  await expect.element(email).toHaveAccessibleDescription("Enter a valid email address.");
  await expect.element(email).toHaveAttribute("autofocus");
});

test("shows a planned gift with its day, and lets the payer cancel it", async () => {
  await renderPage(order({ state: "planned", form, ...planned }));
  await expect
    .element(page.getByRole("status").filter({ hasText: "To be sent as a gift" }))
    .toHaveTextContent("v…@example.org gets it on 24 December 2026");
  await expect.element(page.getByRole("button", { name: "Cancel the gift" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Download" })).not.toBeInTheDocument();
  await expectAccessibleAtEveryWidth();
});

test("says that a sent gift is the receiver's, and that goods cannot be one", () => {
  const sent = readPage(order({ state: "sent", ...planned })).shown;
  expect(sent.text).toContain("v…@example.org has the files. Receipt and refund stay with you.");
  expect(sent.text).not.toContain("has ended");
  expect(readPage(order({ state: "goods", isBundle: false })).shown.text).toContain(
    "An order with goods can't be sent",
  );
  expect(readPage(order({ state: "goods", isBundle: true })).shown.text).toContain(
    "A bundle with goods can't be sent",
  );
});

test("shows the receiver the gift with its files and nothing of the payment", async () => {
  await renderPage(aGift());
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("A gift for you");
  await expect.element(page.getByRole("button", { name: "Download notes.pdf" })).toBeVisible();
  await expect.element(page.getByText("From Vera")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  expect(readPage(aGift()).html).not.toContain('href="/api/orders/download');
});

test("offers a new link once the files have expired, and says when the gift has ended", () => {
  const expired = aGift({ files: [{ ...file(1, "notes.pdf"), url: null, expires_at: null }] });
  expect(readPage(expired).shown.text).toContain("The download has expired. Get a new link any time.");
  const ended = readPage(aGift({ access: "refunded" })).shown;
  expect(ended.text).toContain("This gift has ended, because its payment was returned.");
  expect(ended.text).not.toContain("Get a new link");
});
