import { expect, test } from "vitest";
import { DEFAULT_APPEARANCE } from "../../contract/api/appearance.ts";
import type { MailModel } from "../../contract/mails/mails.ts";
import { renderMail } from "../app/entry-mails.tsx";
import { aSeller } from "../testing/buyer-entities.ts";
import { HOSTILE, MAIL_SITE, EVERY_MAIL as models } from "../testing/every-mail.ts";
import { lookColors } from "../themes/look.ts";

const site = MAIL_SITE;
const main = `${site.publicUrl}/auth/reset?token=${"x".repeat(43)}&a=b`;
const order = `${site.publicUrl}/orders/${"y".repeat(43)}`;
const at = "2026-11-21T14:05:00Z";
const sale = { order: 17, product: HOSTILE, amountCents: 1250, currency: "eur", paidAt: at };

test.each(models)(
  "has the main link of $mail in HTML and in plain text, and no link to another site",
  async (model) => {
    const { subject, html, text } = await renderMail(model, site);
    expect(subject.length).toBeGreaterThan(5);
    expect(html).toContain(`href="${model.links.main.replaceAll("&", "&amp;")}"`);
    expect(text.split("\n")).toContain(model.links.main);
    for (const [, href] of html.matchAll(/href="([^"]*)"/g))
      expect(href?.startsWith(site.publicUrl)).toBe(true);
    // An email loads nothing: no tracking image, no stylesheet, no script.
    expect(html).not.toMatch(/<(script|img|link|iframe)|url\(|@import/i);
    expect(text).not.toMatch(/undefined|null|NaN/);
  },
);

test("renders text of users unchanged", async () => {
  for (const model of models.filter((each) => JSON.stringify(each).includes("onerror"))) {
    const { html, text } = await renderMail(model, site);
    expect(html).toContain(
      "&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt; {{x}} &amp;",
    );
    expect(text).toContain("<script>alert(1)</script>");
  }
});

test("has no text of a product, creator or account in subject and preview, except of their own sale", async () => {
  for (const model of models) {
    const { subject, html } = await renderMail(model, site);
    if (model.mail !== "sale") expect(subject).not.toMatch(/script|quotes|mira/i);
    const preview = html.slice(html.indexOf("<body"), html.indexOf("<h1"));
    expect(preview).not.toMatch(/quotes|mira/i);
  }
});

test.each([
  [1, "1 hour"],
  [36, "36 hours"],
  [48, "2 days"],
  [72, "3 days"],
  [168, "1 week"],
])("says how long an invitation of %i hours works in its largest unit: %s", async (validHours, text) => {
  const rendered = await renderMail(
    { mail: "invitation", displayName: "Mira", handle: "mira", validHours, links: { main } },
    site,
  );
  expect(rendered.text.replace(/\s+/g, " ")).toContain(`The link works once, for ${text}.`);
});

test("combines several sales in one email with their number and totals", async () => {
  const model = models.find((each) => each.mail === "sales");
  if (!model) throw new Error("no model of several sales");
  const { subject, text } = await renderMail(model, site);
  expect(subject).toBe("You made 7 sales at tiles.example");
  expect(text).toMatch(/Sales \(EUR\) +5\nTotal +€50\.00\nPlatform fee +−€2\.50\nNet +€47\.50/);
  expect(text).toMatch(/Sales \(USD\) +2\nTotal +\$9\.00/);
});

test("says of one sale that the seller's part excludes the provider's fee, if there is one", async () => {
  const textOf = async (more: { feeCents: number; mock?: boolean }) =>
    (await renderMail({ mail: "sale", ...sale, buyerEmail: null, ...more, links: { main } }, site)).text;
  const before = "before the payment provider's fee";
  expect((await textOf({ feeCents: 63 })).replace(/\s+/g, " ")).toContain(before);
  expect(await textOf({ feeCents: 0 })).not.toContain("provider's fee");
  expect(await textOf({ feeCents: 63, mock: true })).not.toContain("provider's fee");
});

test("sums sales for money and mock sales separately, and calls only the latter free", async () => {
  const total = { currency: "eur", count: 1, amountCents: 1000, feeCents: 50 };
  const mixed = [
    { ...total, kind: "live" as const },
    { ...total, count: 2, kind: "mock" as const },
  ];
  const render = async (totals: typeof mixed, mock: boolean) =>
    (await renderMail({ mail: "sales", count: 3, totals, mock, links: { main } }, site)).text.replace(
      /\s+/g,
      " ",
    );
  const text = await render(mixed, false);
  expect(text).toMatch(/Sales \(EUR\) 1 Total €10\.00 .*Sales \(EUR, mock: no money\) 2/);
  expect(text).toContain("No money was charged for the orders of the mock checkout and of test mode.");
  expect(text).toContain("“Net” is before the payment provider's fee where");
  const mockOnly = await render(mixed.slice(1), true);
  expect(mockOnly).toContain("The orders were placed in the mock checkout: no money was charged.");
  expect(mockOnly).not.toContain("provider's fee");
});

const receipt = {
  mail: "receipt",
  ...sale,
  creator: "Mira",
  hasDownload: true,
  links: { main: order },
} as const;
const renderReceipt = (changes: Partial<Extract<MailModel, { mail: "receipt" }>> = {}) =>
  renderMail({ ...receipt, ...changes }, site);

test("names no number for an order without one", async () => {
  const { order: _order, ...queued } = receipt;
  const { subject } = await renderMail({ ...queued, links: { main: order } }, site);
  expect(subject).toBe("Your receipt for your order at tiles.example");
});

test("names the product in the subject of a receipt only if real money was paid", async () => {
  const paid = { number: "7-1", product: "Tide bowl" };
  expect((await renderReceipt(paid)).subject).toBe("Your receipt: Tide bowl");
  for (const unpaid of [{ isTest: true }, { mock: true }, { amountCents: 0 }, { number: null }])
    expect((await renderReceipt({ ...paid, ...unpaid })).subject, JSON.stringify(unpaid)).not.toContain(
      "bowl",
    );
  const long = await renderReceipt({ ...paid, product: `Bowl\r\nBcc: x@y.example ${"z".repeat(300)}` });
  expect(long.subject).toMatch(/^Your receipt: Bowl Bcc: x@[^\r\n]{1,50}…$/);
});

test("says in the email about a sale what was sold and where to send it", async () => {
  const sold = {
    mail: "sale",
    ...sale,
    product: "Tide bowl",
    amountCents: 5010,
    feeCents: 0,
    buyerEmail: null,
    links: { main },
  } as const;
  const goods = await renderMail({ ...sold, goesTo: { city: "Hamburg", country: "DE" } }, site);
  expect(goods.subject).toBe("Sold: Tide bowl, €50.10");
  expect(goods.text).toMatch(/Ship to +Hamburg, Germany/);
  expect(goods.text).toContain("Ship this order");
  const file = await renderMail(sold, site);
  expect(file.text).toContain("See the order");
  expect(file.text).not.toMatch(/^To /m);
  expect((await renderMail({ ...sold, amountCents: 0 }, site)).subject).toBe("New free order: Tide bowl");
});

test("shows the net of a sale with a fee", async () => {
  const { text } = await renderMail(
    { mail: "sale", ...sale, product: "Bowl", feeCents: 63, buyerEmail: null, links: { main } },
    site,
  );
  expect(text).toMatch(/Total +€12\.50\nPlatform fee +−€0\.63\nNet +€11\.87/);
});

test("says in a repeated receipt until when its link works", async () => {
  const again = { until: "2026-11-24T14:05:00.000Z" };
  const { subject, text } = await renderReceipt({ number: "7-1", product: "Notes", again });
  expect(subject).toBe("Your order 7-1 at tiles.example, again");
  expect(text.replace(/\s+/g, " ")).toContain("on your order page until 24 November 2026, 14:05 UTC.");
});

test("names the seller and the buyer's agreement word for word", async () => {
  const seller = aSeller({
    legal_name: "Mira Lund",
    address: "1 High Street\nOslo",
    country: "NO",
    email: "mira@example.org",
    vat_id: "NO123456789",
  });
  const consent = { text: "Deliver it now. I agree.", at };
  const company = { name: "Weber GmbH", vat_id: "DE123456789" };
  const { text } = await renderReceipt({
    ...{ product: "Notes", number: "7-1", seller, shippingCents: 490, consent, company },
  });
  for (const part of [
    "7-1",
    "1 High Street, Oslo, Norway",
    "Weber GmbH",
    "DE123456789",
    "Mira Lund",
    "NO123456789",
    "incl. taxes",
    "Deliver it now. I agree",
    "4.90",
  ]) {
    expect(text).toContain(part);
  }
});

test("contains no text of the seller that mail clients would turn into a link", async () => {
  const product = "Parcel held, pay at https://evil.example/pay or fee@evil.example";
  const links = { main: order };
  const { html, text } = await renderReceipt({ product, creator: "www.evil.example", links });
  for (const part of [html, text]) {
    expect(part).toContain("Parcel held");
    expect(part).not.toMatch(/https:\/\/evil|evil\.example/);
  }
});

test("has the colours of the creator's theme", async () => {
  const appearance = { ...DEFAULT_APPEARANCE, theme: "poster", accent: "#00a2ff" } as const;
  const { light, dark } = lookColors(appearance);
  const { html } = await renderReceipt({ appearance });
  expect(html).toContain(`background-color:${light.ground}`);
  expect(html).toContain(`background-color: ${dark.ground}`);
});

test("says that an order was free or a test", async () => {
  const numbered = { number: "7-1", links: { main: order } } as const;
  const free = await renderReceipt({ ...numbered, amountCents: 0 });
  expect(free.text).toContain("Free");
  expect(free.text).not.toContain("taxes");
  for (const mail of [
    { ...receipt, ...numbered, isTest: true },
    { mail: "sale", ...sale, feeCents: 63, buyerEmail: null, isTest: true, links: { main } },
  ] as const) {
    expect((await renderMail(mail, site)).text).toContain("test mode: no money was charged");
  }
});

test.each(models)("names the operator's site in $mail", async (model) => {
  const documents = { imprint: "/imprint", terms: "https://company.example/terms" };
  const contact = "hello@atelier.example";
  const atelier = { ...site, name: "Atelier", contact, logo: "/site-logo-1.png", documents };
  const { subject, html, text } = await renderMail(model, atelier);
  expect(subject + html + text).not.toContain("Tessera");
  expect(html).toContain("Atelier");
  expect(html).toContain('src="https://tiles.example/site-logo-1.png"');
  expect(html).toContain('href="mailto:hello@atelier.example"');
  expect(html).toContain('href="https://tiles.example/imprint"');
  const lines = [
    "Atelier, https://tiles.example",
    "Contact: mailto:hello@atelier.example",
    "Imprint: https://tiles.example/imprint",
    "Terms: https://company.example/terms",
  ];
  expect(text.endsWith(`\n${lines.join("\n")}\n`)).toBe(true);
});

test("names the creator without a link, and the sending site, on the Creator plan", async () => {
  const brand = { handle: "mira", display_name: "Mira evil.example" };
  const news = { subject: "Two glazes", body: "Both are food safe.", cta: null, creator: "Mira" };
  for (const model of [
    { ...receipt, brand },
    { mail: "confirm-signup", creator: "Mira", brand, validDays: 7, links: { main } },
    { mail: "creator-news", ...news, brand, links: { main } },
  ] satisfies MailModel[]) {
    const { html, text } = await renderMail(model, site);
    expect(html + text).not.toContain("Tessera");
    expect(html).toContain("Mira evil.\u200cexample");
    expect(html).toContain('href="https://tiles.example"');
    expect(text).toMatch(/https:\/\/tiles\.example\n$/);
  }
});

test("reports a second payment to the buyer as theirs, and to the creator as a buyer's", async () => {
  const notice = { mail: "payment-notice", notice: "duplicate", ...sale, links: { main } } as const;
  const textTo = async (isBuyer: boolean) => (await renderMail({ ...notice, isBuyer }, site)).text;
  expect(await textTo(true)).toContain("Your order was paid twice.");
  expect(await textTo(false)).toContain("A buyer paid an order twice.");
});
