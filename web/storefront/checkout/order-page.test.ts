import { describe, expect, onTestFinished, test } from "vitest";
import type { BuyerOrder } from "../../../contract/api/buyer-orders.ts";
import { en } from "../../../contract/rules/legal-texts/en.ts";
import { setDictionaries } from "../../../contract/translation.ts";
import { aBuyerLine, anOrderPage, aSeller, MUG } from "../../testing/buyer-entities.ts";
import { readPage } from "../../testing/read-page.ts";

const seller = aSeller();
const UNPAID = { paid_at: null, download: null, number: null } as const;
const PARCEL = { cents: 490, city: "Lyon", country: "FR", shipped_at: null, tracking: null };
const refund = (amount_cents: number) => ({
  amount_cents,
  status: "done" as const,
  created_at: "2026-11-22T09:00:00.000Z",
});

/** Reads the page of an order paid with real money. */
const readOrder = (changes: Partial<BuyerOrder> = {}, model?: Parameters<typeof anOrderPage>[1]) =>
  readPage(
    anOrderPage(
      { number: "ADA-1", seller, mail_to: "b…@example.org", ...changes },
      { hasFile: changes.product?.type !== "physical", ...model },
    ),
  );

test("starts the download by a form without a link to the file", () => {
  const { html, shown, whole } = readOrder();
  const { form = "" } = shown.named("button", "Download").attributes;
  expect(whole.one("form", { id: form }).attributes.action).toBe("/orders/token/download");
  expect(html).not.toContain("/api/orders/download");
});

test("names a creator who has left in the page's language, without a link", () => {
  const creator = { handle: "", display_name: "A former creator", language: "en", time_zone: "UTC" } as const;
  setDictionaries(() => new Map([["A former creator", "Un ancien créateur"]]));
  onTestFinished(() => setDictionaries(() => undefined));
  const { html, shown } = readOrder({ creator }, { pageLanguage: "fr" });
  expect(shown.text).toContain("Un ancien créateur");
  expect(html).not.toContain("former creator");
  expect(html).not.toContain('href="/@"');
});

test("lists several files, each with a button for its newest and its bought version", () => {
  const link = { url: "/api/orders/download/t", expires_at: "2126-11-24T09:00:00.000Z", sha256: "" };
  const files = [
    { ...link, id: 4, name: "one.mp3", size: 2048, bought_url: null },
    { ...link, id: 5, name: "two.mp3", size: 4096, bought_url: "/api/orders/download/t?version=bought" },
  ];
  const { whole } = readOrder({ lines: [aBuyerLine({ access: { state: "given", files } })] });
  expect(whole.names("button")).toContain("Get new links");
  const buttons = ["Download one.mp3", "Download two.mp3", "Get the version you bought of two.mp3"];
  expect(
    buttons.map((label) => {
      const { form, name, value } = whole.one("button", { "aria-label": label }).attributes;
      return [form, name, value];
    }),
  ).toEqual([
    ["download", "file", "4"],
    ["download", "file", "5"],
    ["download", "bought", "5"],
  ]);
});

test("offers and mentions no download for a service", () => {
  const consent = { text: en.digital.text, language: "en", at: "2026-11-21T14:05:00.000Z" };
  const open = { possible: true, until: "2026-12-05T23:59:59.999Z", reason: "open" } as const;
  const withdrawn = { possible: false, until: null, reason: "withdrawn" } as const;
  for (const [changes, access, text] of [
    [{ consent, withdrawal: open }, "given", /You can withdraw from the contract until 5 December 2026\./],
    [{ withdrawal: withdrawn }, "ended", /Your payment is being returned\./],
    [{ status: "disputed" }, "paused", /^Your bank reviews this payment/],
    [{ status: "disputed" }, "returned", /^Your bank refunded this payment/],
    [{ status: "refunded" }, "refunded", /Refunded/],
  ] as const) {
    const { shown, whole } = readOrder({ download: null, ...changes }, { hasFile: false, access });
    expect(shown.everyText).toContainEqual(expect.stringMatching(text));
    expect(whole.text).not.toMatch(/download/i);
  }
});

test("shows a free order as completed, not paid", () => {
  const { shown, whole } = readOrder({ amount_cents: 0 }, { mode: "live" });
  expect(shown.everyText).toContain("Completed");
  expect(whole.everyText).not.toContain("Paid");
});

test("says after the mock checkout that no money was charged, and whom to ask", () => {
  const mock = { mode: null, contact: "shop@anna.example" };
  const { shown, whole } = readOrder({ number: null, seller: null }, mock);
  expect(shown.text).toContain("This is a mock checkout. No money was charged.");
  expect(shown.everyText).toContain("Completed");
  expect(whole.everyText).not.toContain("Paid");
  expect(shown.text).toContain("Questions? Ask shop@anna.example.");
});

test("says that a person decides on a held payment", () => {
  const { shown, whole } = readOrder({ status: "processing", ...UNPAID }, { isHeld: true });
  expect(shown.everyText).toContainEqual(expect.stringMatching(/^Your payment does not match the order/));
  expect(whole.text).not.toContain("up to 10 days");
});

test("explains why a file can be returned although its buyer agreed to immediate delivery", () => {
  const { shown } = readOrder({
    consent: { text: en.digital.text, language: "en", at: "2026-11-21T14:05:00.000Z" },
    withdrawal: { possible: true, until: "2026-12-05T23:59:59.999Z", reason: "open" },
  });
  expect(shown.text).toContain(
    "You can withdraw from the contract until 5 December 2026, because you have not downloaded it yet.",
  );
});

test("isolates right-to-left dates and amounts from the English around them", () => {
  const at = "2026-11-21T14:05:00.000Z";
  const { whole } = readOrder({
    creator: { handle: "noor", display_name: "نور", language: "fa", time_zone: "Europe/Berlin" },
    consent: { text: en.digital.text, language: "en", at },
    withdrawal: { possible: true, until: at, reason: "open" },
    refunds: [refund(1000)],
  });
  const arabic = whole.pieces.filter(({ text }) => /[\u0600-\u06ff]/.test(text));
  expect(arabic.length).toBeGreaterThan(5);
  const mixed = arabic.filter(
    ({ around }) => !around.closest(({ tag, attributes }) => tag === "bdi" || attributes.dir === "auto"),
  );
  expect(mixed.map(({ text }) => text)).toEqual([]);
});

test.each([
  ["fr", "de", { lang: "de", dir: "ltr" }],
  ["fr", "en", { lang: "en", dir: "ltr" }],
  ["de", "ar", { lang: "ar", dir: "rtl" }],
  ["sv", "en", {}],
  ["de", "de", {}],
] as const)("marks, on a page in %s, a consent in %s", (language, ofConsent, attributes) => {
  const { whole } = readOrder({
    creator: { handle: "lea", display_name: "Lea", language, time_zone: "Europe/Berlin" },
    consent: { text: "Deliver #1.", language: ofConsent, at: "2026-11-21T14:05:00.000Z" },
  });
  const found = whole.pieces.find(({ text }) => text === "Deliver #1.");
  expect(found?.around.closest(({ tag }) => tag === "bdi")?.attributes).toEqual(attributes);
});

test("says that no money moves in the sandbox, and promises none back", () => {
  const { shown } = readOrder(
    { status: "refunded", refunds: [refund(2500)] },
    { mode: "sandbox", access: "refunded" },
  );
  expect(shown.text).toContain("This is a sandbox.");
  expect(shown.text).toContain("€25.00 refunded on 22 November 2026.");
});

describe("permanent details", () => {
  test("shows the seller, the agreement and how to get an invoice", () => {
    const at = "2026-11-21T14:05:00.000Z";
    const { shown } = readOrder({ consent: { text: en.digital.text, language: "en", at } });
    expect(shown.text).toContain("Sold by Anna Weber, a business in Germany");
    expect(shown.text).toContain("10115 Berlin");
    expect(shown.text).toContain(`You agreed on 21 November 2026: “${en.digital.text}”`);
    expect(shown.text).toContain("Need an invoice? Ask shop@anna.example.");
  });

  test("shows the company's name and VAT ID", () => {
    const { shown } = readOrder({ company: { name: "Weber GmbH", vat_id: "DE123456789" } });
    expect(shown.text).toContain("Weber GmbH");
    expect(shown.text).toContain("DE123456789");
  });

  test("shows no taxes and no invoice for a free order", () => {
    const { shown, whole } = readOrder({ amount_cents: 0 });
    expect(shown.everyText).toContain("Total");
    expect(whole.text).not.toContain("Need an invoice");
  });

  test("lists price, discount, shipping and total", () => {
    const price = { discount_cents: 480, discount_code: "SUNDAY10", shipping_cents: 690 };
    const { shown } = readOrder({ ...price, amount_cents: 5010 });
    const facts = shown
      .one("dl")
      .all("div")
      .map(({ text }) => text);
    expect(facts.slice(1, -1)).toEqual([
      "Price€48.00",
      "Discount (SUNDAY10)−€4.80",
      "Shipping€6.90",
      "Total, incl. taxes€50.10",
    ]);
  });

  test("replaces “incl. taxes” with a tax note", () => {
    const note = "No VAT is charged under § 19 UStG.";
    const { shown, whole } = readOrder({ seller: { ...seller, tax_note: note } });
    expect(shown.text).toContain(note);
    expect(whole.text).not.toContain("incl. taxes");
  });

  test("shows address, shipping date and tracking of goods", () => {
    const goods = { product: MUG, download: null };
    const before = readOrder({ ...goods, shipping: PARCEL });
    expect(before.shown.text).toContain("Not shipped yet. It goes to Lyon, France.");
    const withdrawal = { possible: false, until: null, reason: "withdrawn" } as const;
    const withdrawn = readOrder({ ...goods, shipping: PARCEL, withdrawal });
    expect(withdrawn.shown.everyText).toContainEqual(
      expect.stringMatching(/^The seller returns your payment within 14 days/),
    );
    expect(withdrawn.whole.text).not.toContain("Not shipped yet");
    const shipped_at = "2026-11-23T09:00:00.000Z";
    const { shown, whole } = readOrder({
      ...goods,
      shipping: { ...PARCEL, shipped_at, tracking: "DHL 0034" },
    });
    expect(shown.text).toContain("Shipped on 23 November 2026 to Lyon, France.");
    expect(shown.text).toContain("Tracking: DHL 0034");
    expect(whole.names("button").join()).not.toMatch(/links|new link|download/i);
    expect(shown.names("button")).toContain("Email me the receipt");
  });

  test("shows neither number nor seller for a mock order", () => {
    const { shown, whole } = readOrder({ number: null, seller: null });
    expect(shown.everyText).toContain("Total");
    expect(whole.text).not.toMatch(/incl\. taxes|invoice|Sold by|Order number/);
  });
});

test("names a bundle by itself, and counts its products once something was bought besides it", () => {
  const product = { ...MUG, type: "bundle", name: "Set" } as const;
  const parts = [aBuyerLine({ bundle: "Set" }), aBuyerLine({ id: 71, bundle: "Set" })];
  expect(readOrder({ product, lines: parts }).shown.text).toMatch(/Bundle\s+by/);
  const lines = [...parts, aBuyerLine({ id: 72, name: "Songbook" })];
  expect(readOrder({ product, lines }).shown.text).toMatch(/3 products\s+by/);
});

test("shows price, refund, shipping and withdrawal of each of several products", () => {
  const withdrawn = { possible: false, until: null, reason: "withdrawn" } as const;
  const mug = { type: "physical", amount_cents: 1500 } as const;
  const { shown } = readOrder({
    product: MUG,
    shipping: PARCEL,
    lines: [
      aBuyerLine({ ...mug, name: "Mug", shipped_at: "2026-11-22T09:00:00.000Z", tracking: "DHL 1" }),
      aBuyerLine({ ...mug, id: 71, name: "Vase" }),
      aBuyerLine({ id: 72, name: "Notes", amount_cents: 900, refunded_cents: 900, withdrawal: withdrawn }),
    ],
  });
  expect(shown.text).toMatch(/3 products\s+by/);
  const { text } = shown.named("section", "Products");
  expect(text).toMatch(/Mug.*€15\.00.*Shipped on 22 November 2026\..*Tracking: DHL 1/s);
  expect(text).toMatch(/Vase.*€15\.00.*Not shipped yet\./s);
  expect(text).toMatch(/Notes.*€9\.00.*You withdrew from the contract\..*€9\.00 refunded\./s);
  expect(shown.named("section", "Shipping").text).toBe("The goods go to Lyon, France.");
});
