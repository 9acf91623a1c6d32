import { expect, test } from "vitest";
import { mailsTo, modelOf, offer, offerFile, submitForm } from "../../testing/factories.ts";
import { buyerOf, completeAtSandbox, signUpSeller, startPaid } from "../../testing/payers.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const seller = prepare(() => signUpSeller(site));
const offered = prepare(() => offerFile(site, seller));

const { pay, rowOf, paymentsOf } = buyerOf(() => site);
const company = { name: "Weber & Söhne GmbH", vat_id: "DE123456789" };

test("shows a company and its VAT ID on the receipt, on both order pages and in the export", async () => {
  const token = await startPaid(site, offered.tile.id);
  const email = "office@weber.example";
  const started = await pay(token, { email, company: ` ${company.name} `, vatId: "de 123 456 789" });
  await completeAtSandbox(site, started.body.returnUrl, "pay");
  const { id, seed } = await rowOf(token);
  const ordered = `/api/public/orders/${site.tokens.order(seed)}`;
  const receipt = async () => JSON.parse((await mailsTo(site, email, "receipt")).at(-1)?.html ?? "");
  // Without money anyone can order with anybody's email.
  expect(await receipt()).toMatchObject({ isTest: true, company: null });
  await site.sql`update orders set mode = 'live' where id = ${id}`;
  await site.call("POST", `${ordered}/mail`);
  expect(await receipt()).toMatchObject({ company });
  expect((await site.call("GET", ordered)).body.order.company).toEqual(company);
  expect((await seller.call("GET", `/api/orders/${id}`)).body.order.buyer.company).toEqual(company);
  const csv = (await seller.call("GET", "/api/orders/export.csv")).text;
  expect(csv).toContain("Buyer company,Buyer VAT ID,");
  expect(csv).toContain("Weber & Söhne GmbH,DE123456789,");
  await site.sql`update orders set restricted_at = now() where id = ${id}`;
  expect((await seller.call("GET", `/api/orders/${id}`)).body.order.buyer.company).toBeNull();
});

test("replaces a started payment when the company details change", async () => {
  const token = await startPaid(site, offered.tile.id);
  await pay(token, { company: "Weber GmbH" });
  await pay(token, { company: "Weber AG" });
  expect((await paymentsOf(token)).map(({ status }) => status)).toEqual(["expired", "open"]);
  expect(await rowOf(token)).toMatchObject({ buyer_company: "Weber AG", buyer_vat_id: null });
});

test.for([
  [{ vatId: "DE12345" }, "vatId", "Enter a VAT ID such as DE123456789, or leave it empty."],
  [{ vatId: "1".repeat(31) }, "vatId", "VAT ID must be at most 30 characters."],
  [{ company: "x".repeat(201) }, "company", "Company must be at most 200 characters."],
  [{ company: "Weber\nGmbH" }, "company", "Company must be on one line."],
  [{ company: "Weber \u202eHbmG" }, "company", "Company must not contain invisible control characters."],
  [{ company: 7 }, "company", "Company must be text."],
] as const)("%j is rejected at its field", async ([input, field, error]) => {
  const token = await startPaid(site, offered.tile.id);
  const rejected = await pay(token, input);
  expect(rejected).toMatchObject({ status: 400, body: { details: { fieldErrors: { [field]: [error] } } } });
  expect(await paymentsOf(token)).toEqual([]);
});

test("shows the errors and keeps the form values without scripts", async () => {
  const token = await startPaid(site, offered.tile.id);
  const fields = {
    action: "pay",
    email: "a@example.org",
    totalCents: "2500",
    company: "Weber",
    vatId: "DE1",
  };
  const response = await submitForm(site, `/checkout/pay/${token}`, fields);
  expect(response.status).toBe(400);
  expect(modelOf(response.text)).toMatchObject({
    entries: { company: "Weber", vatId: "DE1" },
    problems: { vatId: "Enter a VAT ID such as DE123456789, or leave it empty." },
  });
});

test("stores no company details for a free order", async () => {
  const { tile } = await offer(seller, { name: "Sample", type: "digital", priceCents: 0 });
  const token = await startPaid(site, tile.id);
  expect((await pay(token, { totalCents: 0, company: "Weber GmbH" })).status).toBe(200);
  expect(await rowOf(token)).toMatchObject({ status: "paid", buyer_company: null });
});
