import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { BuyerOrder } from "../../../contract/api/buyer-orders.ts";
import type { PageModel } from "../../../contract/pages/pages.ts";
import { aBuyerLine, anOrderPage, aSeller, MUG } from "../../testing/buyer-entities.ts";
import { expectLink } from "../../testing/expectations.ts";
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

test("lists files with the versions that were bought, at every width", async () => {
  const file = {
    ...{ size: 2048, sha256: "", url: "/api/orders/download/t" },
    expires_at: "2126-11-24T09:00:00.000Z",
  };
  const files = ["one.flac", `${"a-long-name-".repeat(8)}.flac`].map((name, at) => ({
    ...{ ...file, id: at + 1, name },
    bought_url: `${file.url}?version=bought`,
  }));
  renderPage(order({ lines: [aBuyerLine({ access: { state: "given", files } })] }));
  await expect
    .element(page.getByRole("button", { name: "Get the version you bought of one.flac" }))
    .toHaveAttribute("form", "download");
  await expectAccessibleAtEveryWidth();
});

test("draws one line between the product and the message", async () => {
  const messages = [{ name: null, text: "Welcome.", link: null }];
  renderPage(anOrderPage({ mail_to: "b…@example.org" }, { messages }));
  const title = page.getByRole("heading", { name: "Message from Ada" });
  await expect.element(title).toBeVisible();
  const section = title.element().closest("section");
  expect(section && getComputedStyle(section).borderTopWidth).toBe("0px");
  expect(section?.previousElementSibling).toHaveClass("border-y");
});
