import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { LibraryOrder } from "../../../contract/pages/library-models.ts";
import type { ModelOf } from "../../../contract/pages/pages.ts";
import { expectLink } from "../../testing/expectations.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderPage } from "../../testing/render-page.tsx";

const anOrder = (id: number, changes: Partial<LibraryOrder> = {}): LibraryOrder => ({
  id,
  product: "The notes",
  type: "digital",
  number: `1-${id}`,
  paid_at: "2026-11-21T14:05:09.000Z",
  amount_cents: 2500,
  currency: "eur",
  status: "paid",
  mode: "live",
  is_withdrawn: false,
  can_withdraw: false,
  has_download: true,
  shipped_at: null,
  ...changes,
});
const long = "Ein-Name-der-sehr-lang-ist-und-nirgends-umbricht-weil-er-keine-Leerzeichen-hat";
const aLibrary = (changes: Partial<ModelOf<"library">> = {}): ModelOf<"library"> => ({
  page: "library",
  email: "vera@example.org",
  search: "",
  from: 0,
  total: 4,
  all: 4,
  gifts: [{ id: 9, product: "Notes", from: "Vera", sent_at: "2026-11-20T08:00:00.000Z", has_download: true }],
  groups: [
    {
      creator: { handle: "ada", display_name: long },
      isTest: false,
      orders: [
        anOrder(1, { can_withdraw: true }),
        anOrder(2, { product: long, type: "physical", has_download: false, amount_cents: 123_456_78 }),
      ],
    },
    { creator: null, isTest: false, orders: [anOrder(3, { status: "refunded", has_download: false })] },
    {
      creator: { handle: "ada", display_name: "Ada" },
      isTest: true,
      orders: [anOrder(4, { mode: null, number: null, is_withdrawn: true })],
    },
  ],
  ...changes,
});

test("lists purchases by creator with their states, at every width", async () => {
  renderPage(aLibrary());
  await expect.element(page.getByRole("heading", { name: "A former creator" })).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "The notes €25.00" }).first())
    .toHaveAttribute("href", "/library/orders/1");
  await expect
    .element(page.getByRole("link", { name: /^Notes .*From Vera/ }))
    .toHaveAttribute("href", "/library/gifts/9");
  await expectLink("Withdraw from contract about The notes", "/library/orders/1/withdraw");
  for (const text of ["Not shipped yet", "Refunded", "Withdrawn", "Tests: no money was charged."])
    await expect.element(page.getByText(text)).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("leads to the other parts of a long list", async () => {
  renderPage(aLibrary({ search: "ada", from: 50, total: 130, all: 140 }));
  await expect.element(page.getByText("51 to 100 of 130")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Previous" }))
    .toHaveAttribute("href", "/library?search=ada");
  await expect
    .element(page.getByRole("link", { name: "More purchases" }))
    .toHaveAttribute("href", "/library?search=ada&from=100");
});

test("says that a list is empty", async () => {
  renderPage(aLibrary({ total: 0, all: 0, groups: [], gifts: [] }));
  await expect.element(page.getByText("Nothing was bought with this email.")).toBeVisible();
});

test("searches a list of more than 20 purchases, and leads back to all", async () => {
  const { unmount } = renderPage(aLibrary({ total: 20, all: 20 }));
  await expect.element(page.getByRole("searchbox")).not.toBeInTheDocument();
  unmount();
  renderPage(aLibrary({ search: "poster", total: 0, all: 21, groups: [], gifts: [] }));
  const field = page.getByRole("searchbox", { name: "Search" });
  await expect.element(field).toHaveValue("poster");
  expect((field.element() as HTMLInputElement).form).toMatchObject({
    method: "get",
    action: expect.stringMatching(/\/library$/),
  });
  await expect.element(page.getByText("No purchase matches your search.")).toBeVisible();
  await expectLink("Show all purchases", "/library");
  await expectAccessibleAtEveryWidth();
});

test("asks for the email, shows its error and says that a link was sent", async () => {
  const { unmount } = renderPage({
    page: "library-request",
    isSent: false,
    form: { email: "vera@", problem: "Enter a valid email address." },
  });
  const field = page.getByLabelText("Email");
  await expect.element(field).toHaveAccessibleDescription(/Enter a valid email address\./);
  await expect.element(field).toHaveValue("vera@");
  await expectAccessibleAtEveryWidth();
  unmount();
  renderPage({ page: "library-request", isSent: true, form: { email: "vera@example.org", problem: null } });
  await expect.element(page.getByRole("status")).toHaveTextContent(/we've sent you a link to your purchases/);
});

test("asks for the email again only in another browser and says why a link is invalid", async () => {
  const entry = (changes: Partial<ModelOf<"library-entry">>) =>
    renderPage({
      page: "library-entry",
      token: "token",
      state: "open",
      asksEmail: false,
      form: { email: "", problem: null },
      ...changes,
    });
  const same = entry({});
  await expect.element(page.getByRole("button", { name: "Open your purchases" })).toBeVisible();
  expect(page.getByLabelText("Email").elements()).toEqual([]);
  same.unmount();
  const other = entry({ asksEmail: true });
  await expect.element(page.getByLabelText("Email")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  other.unmount();
  for (const [state, text] of [
    ["used", "This link was already used."],
    ["expired", "This link has expired."],
    ["unknown", "This link does not exist."],
  ] as const) {
    const over = entry({ state });
    await expect.element(page.getByRole("heading", { name: text })).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Get a new link" }))
      .toHaveAttribute("href", "/library");
    over.unmount();
  }
});
