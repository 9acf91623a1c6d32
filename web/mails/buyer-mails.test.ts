import { expect, test } from "vitest";
import type { MailModel } from "../../contract/mails/mails.ts";
import { DEFAULT_SITE } from "../../contract/rules/site.ts";
import { renderMail } from "../app/entry-mails.tsx";
import { aSeller } from "../testing/buyer-entities.ts";
import { ADDRESS } from "../testing/order-entities.ts";

const site = { ...DEFAULT_SITE, publicUrl: "https://tiles.example" };
const main = `${site.publicUrl}/orders/${"y".repeat(43)}`;
const at = "2026-11-21T14:05:00Z";
const sale = { order: 17, product: "Bowl", amountCents: 2990, currency: "eur", creator: "Mira" };
const receipt = { mail: "receipt", ...sale, paidAt: at, hasDownload: false, links: { main } } as const;
const seller = aSeller({
  legal_name: "Mira Lund",
  address: "1 High Street\nOslo",
  country: "NO",
  email: "mira@example.org",
});
const real = { ...receipt, number: "7-1", seller } as const;
const textOf = async (model: MailModel) => (await renderMail(model, site)).text.replace(/\s+/g, " ");

test("names the order in every email by the number of its receipt", async () => {
  const notice = { mail: "payment-notice", notice: "duplicate", ...sale, links: { main } } as const;
  const withdrawal = { ...sale, name: "Vera", at, isRefunded: true, links: { main } };
  const toBuyer = [
    receipt,
    { ...receipt, again: { until: null } },
    { ...notice, isBuyer: true },
    { mail: "refund", ...sale, note: null, mock: false, links: { main } },
    { mail: "shipped", ...sale, tracking: null, shippedAt: at, links: { main } },
    { mail: "withdrawal", ...withdrawal, number: "", seller: "Mira Lund", paidAt: at },
  ] satisfies MailModel[];
  const toSeller = [
    { ...notice, isBuyer: false },
    { mail: "sale", ...sale, feeCents: 0, buyerEmail: null, paidAt: at, links: { main } },
    { mail: "refund-notice", ...sale, source: "provider", failure: null, links: { main } },
    { mail: "dispute", ...sale, status: "won", respondBy: null, links: { main } },
  ] satisfies MailModel[];
  for (const model of [...toBuyer, ...toSeller]) {
    const { subject, text, html } = await renderMail({ ...model, number: "7-1" }, site);
    if (model.mail !== "receipt" && model.mail !== "sale") expect(subject, model.mail).toContain("order 7-1");
    expect(text, model.mail).toMatch(/Order number +7-1/);
    expect(subject + text + html, model.mail).not.toMatch(/order( number)?\s+17\b/i);
  }
  for (const model of toBuyer) {
    const { subject, text } = await renderMail(model, site);
    expect(subject, model.mail).toMatch(/\border at tiles\.example/);
    expect(subject + text, model.mail).not.toMatch(/\b17\b|, order/);
  }
  for (const model of toSeller.filter(({ mail }) => mail !== "sale"))
    expect((await renderMail(model, site)).subject).toContain("order 17 at");
});

test("says that the download has ended only for an order with a file", async () => {
  const withdrawn = { ...sale, number: "7-1", name: "Vera", at, isRefunded: true, links: { main } } as const;
  for (const model of [
    { mail: "withdrawal", ...withdrawn, seller: "Mira Lund", paidAt: at },
    { mail: "withdrawal-notice", ...withdrawn, refundBy: at },
  ] as const) {
    expect(await textOf(model)).toContain("The download no longer works.");
    expect(await textOf({ ...model, hasFile: false })).not.toMatch(/download/i);
  }
});

test("says in the receipt of a free copy who sends it, and that nothing is paid", async () => {
  const mail = await renderMail({ ...real, amountCents: 0, hasDownload: true, isFreeCopy: true }, site);
  expect(mail.subject).toBe("A free copy for you: order 7-1 at tiles.example");
  expect(mail.text.replace(/\s+/g, " ")).toContain("Mira sends you Bowl. You pay nothing.");
  expect(mail.text).not.toContain("given at checkout");
});

test("says in a mock receipt that no money was charged, and never that it is paid", async () => {
  const text = await textOf({ ...receipt, mock: true });
  expect(text).toContain("Your order is complete, and Mira has been notified.");
  expect(text).toContain("The order was placed in the mock checkout: no money was charged.");
  expect(text).toContain("Total €29.90");
  expect(text).not.toMatch(/paid/i);
  const goods = await textOf({ ...receipt, mock: true, shippingCents: 490 });
  expect(goods).toMatch(/Price +€25.00 Shipping +€4.90 Total +€29.90/);
});

test("says once in every buyer's email about a test order that no money was charged", async () => {
  const shipped = { mail: "shipped", ...sale, tracking: null, shippedAt: at, links: { main } } as const;
  const notice = { mail: "payment-notice", notice: "processing", isBuyer: true, ...sale } as const;
  const withdrawal = { mail: "withdrawal", ...sale, number: "7-1", name: "Vera", at, paidAt: at } as const;
  for (const model of [
    { ...receipt, isTest: true },
    { ...shipped, isTest: true },
    { ...shipped, mock: true },
    { ...notice, links: { main }, isTest: true },
    { ...withdrawal, seller: "Mira Lund", isRefunded: true, links: { main }, isTest: true },
    { mail: "refund", ...sale, note: null, mock: true, isTest: true, links: { main } },
  ] satisfies MailModel[]) {
    expect((await textOf(model)).split("no money was charged"), model.mail).toHaveLength(2);
  }
});

test("says once in every seller's email about a test order that no money was charged", async () => {
  const facts = { ...sale, links: { main }, isTest: true } as const;
  const withdrawn = { ...facts, number: "7-1", name: "Vera", at, refundBy: at } as const;
  for (const model of [
    { mail: "refund-notice", ...facts, source: "provider", failure: null },
    { mail: "refund-notice", ...facts, source: "creator", failure: "balance" },
    { mail: "dispute", ...facts, status: "open", respondBy: at },
    { mail: "dispute", ...facts, status: "lost", respondBy: null },
    { mail: "withdrawal-notice", ...withdrawn, isRefunded: false },
    { mail: "payment-notice", ...facts, notice: "oversold", isBuyer: false },
  ] satisfies MailModel[]) {
    const { mail } = model;
    expect((await textOf(model)).split("no money was charged"), mail).toHaveLength(2);
    expect(await textOf({ ...model, isTest: undefined }), mail).not.toContain("no money was charged");
  }
});

test("says in a mock or test refund where the order was placed", async () => {
  const refund = { mail: "refund", ...sale, note: null, mock: true, links: { main } } as const;
  expect(await textOf(refund)).toContain("placed in the mock checkout: no money was charged, and none is");
  expect(await textOf({ ...refund, isTest: true })).toContain("placed in test mode: no money was charged");
});

test("names a contact if the seller has published an email", async () => {
  const question = "Questions? Reply to this email, or write to mira@example.org.";
  const notice = { mail: "payment-notice", notice: "held", ...sale, links: { main } } as const;
  expect(await textOf({ ...receipt, contact: seller.email })).toContain(question);
  expect(await textOf({ ...notice, isBuyer: true, contact: seller.email })).toContain(question);
  expect(await textOf({ ...receipt, contact: null })).not.toContain("Questions?");
  expect(await textOf({ ...notice, isBuyer: false })).not.toContain("Questions?");
});

test("gives times in the seller's time zone, with its name", async () => {
  expect(await textOf({ ...real, timeZone: "Europe/Berlin" })).toMatch(/ 2026, \d\d:\d\d CET/);
});

test("lists price, discount, shipping and the postal address in the receipt of goods", async () => {
  const parts = { discountCents: 250, discountCode: "SPRING", shippingCents: 740 };
  const text = await textOf({ ...real, ...parts, address: ADDRESS });
  expect(text).toMatch(
    /Price €25\.00 Discount \(SPRING\) −€2\.50 Shipping €7\.40 Total, incl\. taxes €29\.90/,
  );
  expect(text).toContain("Delivery to Ben Berg, Hauptstraße 1, 10115 Berlin, Germany");
  expect(await textOf(real)).not.toMatch(/Price|Discount|Shipping|Delivery to/);
});

test("lists the amount of each product in the receipt of an order with several", async () => {
  const lines = [
    { name: "Notes", amountCents: 667 },
    { name: "evil.example", amountCents: 2323 },
  ];
  expect(await textOf({ ...real, lines })).toMatch(
    /Notes €6\.67 evil\..?example €23\.23 Total, incl\. taxes €/,
  );
  expect(await textOf(real)).not.toContain("Notes");
});

test("informs about the right of withdrawal, and about the return only for goods", async () => {
  const goods = await textOf({ ...real, withdrawal: "goods" });
  for (const part of [
    "Right of withdrawal: You have the right to withdraw from this contract within 14 days",
    "14 days after the day on which you receive the goods",
    "“Withdraw from contract here”",
    "by email to mira@example.org",
    "You pay for the return",
    "within 14 days, by the means of payment that you used",
  ])
    expect(goods).toContain(part);
  expect(goods).toContain("Model form for withdrawals");
  expect(await textOf({ ...real, withdrawal: "service" })).toContain("once the service has been provided");
  const file = await textOf({ ...real, withdrawal: "file", hasDownload: true });
  expect(file).toContain("It ends earlier once you download the file");
  expect(file).not.toMatch(/goods|return, and/);
  expect(await textOf(real)).not.toContain("withdraw");
});

test("sends the buyer a separate text about a held payment", async () => {
  const notice = { mail: "payment-notice", notice: "held", ...sale, links: { main } } as const;
  const text = await textOf({ ...notice, isBuyer: true });
  expect(text).toContain("you do not need to pay again");
  expect(text).not.toContain("provider's dashboard");
});

test("has the messages of paid products with their links, and no code of theirs", async () => {
  const link = { label: "Choose a <b>time</b>", url: "https://calendar.example/ada" };
  const text = "**Welcome.** <script>alert(1)</script>\n\n[Map](https://map.example/)";
  const one = await renderMail({ ...real, messages: [{ name: null, text, link }] }, site);
  expect(one.text).toContain("A message from Mira:");
  expect(one.text).toContain("Choose a <b>time</b>:\nhttps://calendar.example/ada");
  expect(one.text).toContain("Map <https://map.example/>");
  expect(one.html).toContain('href="https://calendar.example/ada"');
  expect(one.html).toContain("<strong>Welcome.</strong>");
  expect(one.html).not.toMatch(/<script|<b>time/);
  expect(one.subject).toBe((await renderMail(real, site)).subject);
  const several = [
    { name: "Bundle", text, link: null },
    { name: "Call", text: null, link },
  ];
  const plain = await textOf({ ...real, messages: several });
  expect(plain).toMatch(/Bundle: Welcome\..+Call: Choose a/);
  expect(plain).not.toContain("A message from");
  expect(await textOf({ ...real, hasMessages: true })).toContain(
    "Mira has a message for you on your order page.",
  );
});
