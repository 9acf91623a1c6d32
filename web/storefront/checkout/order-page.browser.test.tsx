import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { BuyerOrder } from "../../../contract/api/buyer-orders.ts";
import type { PageModel } from "../../../contract/pages/pages.ts";
import { DIGITAL_CONSENT } from "../../../contract/rules/consent.ts";
import { anOrderPage, aSeller, MUG } from "../../testing/buyer-entities.ts";
import { expectLink, expectText } from "../../testing/expectations.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderPage } from "../../testing/render-page.tsx";

const seller = aSeller();
const UNPAID = { paid_at: null, download: null, number: null } as const;
const PARCEL = { cents: 490, city: "Lyon", country: "FR", shipped_at: null, tracking: null };
const refund = (amount_cents: number, status: BuyerOrder["refunds"][number]["status"] = "done") => ({
  amount_cents,
  status,
  created_at: "2026-11-22T09:00:00.000Z",
});

/** The page of an order paid with real money. */
const order = (changes: Partial<BuyerOrder> = {}, model?: Parameters<typeof anOrderPage>[1]) =>
  anOrderPage(
    { number: "ADA-1", seller, mail_to: "b…@example.org", ...changes },
    { hasFile: changes.product?.type !== "physical", ...model },
  );

type Case = {
  model: PageModel;
  texts: (string | RegExp)[];
  link?: { name: string; href: string };
  hasDownload: boolean;
};
const PAUSED = "Downloads are paused while your bank reviews this payment. Questions? Ask shop@anna.example.";

const unpaid = (status: BuyerOrder["status"], text: string, link?: Case["link"]): Case => ({
  model: order({ status, ...UNPAID }),
  texts: [text],
  ...(link && { link }),
  hasDownload: false,
});
const AGAIN = { name: "Try again", href: "/checkout/pay/token" };

const STATES: Record<string, Case> = {
  pending: unpaid("pending", "Not paid yet.", { name: "Continue to payment", href: "/checkout/pay/token" }),
  processing: unpaid(
    "processing",
    "Your payment is being processed. This can take up to 10 days. We will email you.",
  ),
  paid: { model: order(), texts: ["ADA-1", "Total, incl. taxes", "21 November 2026"], hasDownload: true },
  "partially refunded": {
    model: order({ status: "partially_refunded", refunds: [refund(1000), refund(200, "pending")] }),
    texts: [
      "€10.00 refunded on 22 November 2026; usually 5–10 days until it arrives.",
      "A refund of €2.00 was started on 22 November 2026.",
    ],
    hasDownload: true,
  },
  refunded: {
    model: order({ status: "refunded", refunds: [refund(2500)], download: null }, { access: "refunded" }),
    texts: [
      /^€25\.00 refunded on 22 November 2026; usually 5–10 days/,
      "The download of this order has ended.",
    ],
    hasDownload: false,
  },
  "refunded, access kept": {
    model: order({ status: "refunded", refunds: [refund(2500)] }),
    texts: [/^€25\.00 refunded on/],
    hasDownload: true,
  },
  "paid, a refund failed": {
    model: order({ refunds: [refund(1000, "failed")] }),
    texts: ["A refund of €10.00 failed. The seller has been notified."],
    hasDownload: true,
  },
  "disputed, open": {
    model: order({ status: "disputed", download: null }, { access: "paused" }),
    texts: [PAUSED],
    hasDownload: false,
  },
  "disputed, lost": {
    model: order({ status: "disputed", download: null }, { access: "returned" }),
    texts: [/^Your bank refunded this payment, so the download has ended\./],
    hasDownload: false,
  },
  "disputed goods": {
    model: order(
      { status: "disputed", download: null, product: MUG, shipping: PARCEL },
      { access: "paused" },
    ),
    texts: [/^Your bank reviews this payment\./],
    hasDownload: false,
  },
  failed: unpaid("failed", "Nothing was charged.", AGAIN),
  expired: unpaid("expired", "Nothing was charged.", AGAIN),
  cancelled: unpaid("cancelled", "Nothing was charged. You can start again from the page.", {
    name: "Back to @ada",
    href: "/@ada",
  }),
  withdrawn: {
    model: order(
      { download: null, withdrawal: { possible: false, until: null, reason: "withdrawn" } },
      { access: "ended" },
    ),
    texts: ["You withdrew from the contract.", /^The download has ended, and your payment/, "Withdrawn"],
    hasDownload: false,
  },
};

test.for(Object.entries(STATES))("explains the next step of an order that is %s", async ([, state]) => {
  renderPage(state.model);
  for (const text of state.texts) await expect.element(page.getByText(text).first()).toBeVisible();
  if (state.link) await expectLink(state.link.name, state.link.href);
  expect(page.getByRole("button", { name: /new.* link/ }).elements()).toHaveLength(state.hasDownload ? 1 : 0);
  await expectAccessibleAtEveryWidth();
});

test("starts the download by a form, and has no link to the file", async () => {
  renderPage(order());
  const button = page.getByRole("button", { name: "Download", exact: true }).element();
  expect(button instanceof HTMLButtonElement && button.form?.getAttribute("action")).toBe(
    "/orders/token/download",
  );
  expect(document.body.innerHTML).not.toContain("/api/orders/download");
});

test("offers no download to renew for a service, and mentions none", async () => {
  const consent = { text: DIGITAL_CONSENT.text, at: "2026-11-21T14:05:00.000Z" };
  const open = { possible: true, until: "2026-12-05T23:59:59.999Z", reason: "open" } as const;
  const withdrawn = { possible: false, until: null, reason: "withdrawn" } as const;
  for (const [changes, access, text] of [
    [{ consent, withdrawal: open }, "given", "You can withdraw from the contract until 5 December 2026."],
    [{ withdrawal: withdrawn }, "ended", "Your payment is being returned."],
    [{ status: "disputed" }, "paused", /^Your bank reviews this payment/],
    [{ status: "disputed" }, "returned", /^Your bank refunded this payment/],
    [{ status: "refunded" }, "refunded", "Refunded"],
  ] as const) {
    const { unmount } = renderPage(order({ download: null, ...changes }, { hasFile: false, access }));
    await expect.element(page.getByText(text).first()).toBeVisible();
    await expect.element(page.getByText(/download/i)).not.toBeInTheDocument();
    unmount();
  }
});

test("shows a free order as completed, not paid", async () => {
  renderPage(order({ amount_cents: 0 }, { mode: "live" }));
  await expect.element(page.getByText("Completed", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Paid", { exact: true })).not.toBeInTheDocument();
});

test("says after the mock checkout that no money was charged, and whom to ask", async () => {
  const mock = { mode: null, contact: "shop@anna.example" };
  renderPage(order({ number: null, seller: null }, mock));
  await expectText("This is a mock checkout. No money was charged.");
  await expect.element(page.getByText("Completed", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Paid", { exact: true })).not.toBeInTheDocument();
  await expectText("Questions? Ask shop@anna.example.");
});

test("says that people decide on a held payment", async () => {
  renderPage(order({ status: "processing", ...UNPAID }, { isHeld: true }));
  await expectText(/^Your payment does not match the order/);
  await expect.element(page.getByText(/up to 10 days/)).not.toBeInTheDocument();
});

test("explains why a file can be returned although its buyer agreed to immediate delivery", async () => {
  renderPage(
    order({
      consent: { text: DIGITAL_CONSENT.text, at: "2026-11-21T14:05:00.000Z" },
      withdrawal: { possible: true, until: "2026-12-05T23:59:59.999Z", reason: "open" },
    }),
  );
  const text =
    "You can withdraw from the contract until 5 December 2026, because you have not downloaded it yet.";
  await expectText(text);
});

test("isolates right-to-left dates and amounts from the English around them", () => {
  const at = "2026-11-21T14:05:00.000Z";
  renderPage(
    order({
      creator: { handle: "noor", display_name: "نور", language: "ar", time_zone: "Europe/Berlin" },
      consent: { text: DIGITAL_CONSENT.text, at },
      withdrawal: { possible: true, until: at, reason: "open" },
      refunds: [refund(1000)],
    }),
  );
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode;
    if (!/[\u0600-\u06ff]/.test(textContent ?? "") || parentElement?.closest("script, style")) continue;
    const isIsolated = parentElement?.closest('bdi, [dir="auto"]') !== null;
    found.push(`${isIsolated}`);
  }
  expect(found.length).toBeGreaterThan(5);
  expect(found).not.toContain("false");
});

test("says that no money moves in the sandbox, and promises none back", async () => {
  renderPage(order({ status: "refunded", refunds: [refund(2500)] }, { mode: "sandbox", access: "refunded" }));
  await expectText("This is a sandbox.");
  await expectText("€25.00 refunded on 22 November 2026.");
});

describe("what lasts", () => {
  test("shows the seller, the agreement and how to get an invoice", async () => {
    const at = "2026-11-21T14:05:00.000Z";
    renderPage(order({ consent: { text: DIGITAL_CONSENT.text, at } }));
    await expectText("Sold by Anna Weber, a business in Germany");
    await expectText(/10115 Berlin/);
    await expectText(`You agreed on 21 November 2026: “${DIGITAL_CONSENT.text}”`);
    await expectText("Need an invoice? Ask shop@anna.example.");
  });

  test("shows the company's name and VAT ID", async () => {
    renderPage(order({ company: { name: "Weber GmbH", vat_id: "DE123456789" } }));
    await expectText("Weber GmbH");
    await expectText("DE123456789");
  });

  test("shows no taxes and no invoice for a free order", async () => {
    renderPage(order({ amount_cents: 0 }));
    await expect.element(page.getByText("Total", { exact: true })).toBeVisible();
    await expect.element(page.getByText(/Need an invoice/)).not.toBeInTheDocument();
  });

  test("lists price, discount, shipping and total", async () => {
    const price = { discount_cents: 480, discount_code: "SUNDAY10", shipping_cents: 690 };
    renderPage(order({ ...price, amount_cents: 5010 }));
    const facts = [...document.querySelectorAll("dl > div")].map(({ textContent }) => textContent);
    expect(facts.slice(1, -1)).toEqual([
      "Price€48.00",
      "Discount (SUNDAY10)−€4.80",
      "Shipping€6.90",
      "Total, incl. taxes€50.10",
    ]);
    await expect.element(page.getByText("€48.00").first()).toBeVisible();
  });

  test("replaces “incl. taxes” by a tax note", async () => {
    const note = "No VAT is charged under § 19 UStG.";
    renderPage(order({ seller: { ...seller, tax_note: note } }));
    await expectText(note);
    await expect.element(page.getByText("incl. taxes")).not.toBeInTheDocument();
  });

  test("shows address, shipping date and tracking of goods", async () => {
    const goods = { product: MUG, download: null };
    const before = renderPage(order({ ...goods, shipping: PARCEL }));
    await expectText("Not shipped yet. It goes to Lyon, France.");
    before.unmount();
    const withdrawal = { possible: false, until: null, reason: "withdrawn" } as const;
    const withdrawn = renderPage(order({ ...goods, shipping: PARCEL, withdrawal }));
    await expectText(/^The seller returns your payment within 14 days/);
    await expect.element(page.getByText(/Not shipped yet/)).not.toBeInTheDocument();
    withdrawn.unmount();
    const shipped_at = "2026-11-23T09:00:00.000Z";
    renderPage(order({ ...goods, shipping: { ...PARCEL, shipped_at, tracking: "DHL 0034" } }));
    await expectText("Shipped on 23 November 2026 to Lyon, France.");
    await expectText("Tracking: DHL 0034");
    expect(page.getByRole("button", { name: /link/ }).elements()).toEqual([]);
    await expect.element(page.getByRole("button", { name: "Email me the receipt" })).toBeVisible();
  });

  test("shows neither number nor seller for a mock order", async () => {
    renderPage(order({ number: null, seller: null }));
    await expect.element(page.getByText("Total", { exact: true })).toBeVisible();
    await expect.element(page.getByText(/incl\. taxes|invoice|Sold by|Order number/)).not.toBeInTheDocument();
  });
});
