import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { SaleFile } from "../../../../contract/api/sale-imports.ts";
import { openBrowser } from "../../../testing/buyers.ts";
import {
  addFile,
  addProduct,
  addTile,
  buy,
  mailsTo,
  modelOf,
  offerFile,
  rejection,
  signUpAdmin,
  signUpVerified,
  type TestUser,
  upgrade,
} from "../../../testing/factories.ts";
import { testSite } from "../../../testing/test-site.ts";

const PATH = "/api/sale-imports";
const site = testSite();
const FIXTURE = readFileSync(new URL("./fixtures/gumroad-sales.csv", import.meta.url), "utf8");
const BRUSHES = 'Brush set; "Wet"';

const upload = (user: TestUser, bytes: Buffer | string) => {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="sales.csv"\r\nContent-Type: text/csv\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from("\r\n--b--\r\n")]);
  return user.call("POST", `${PATH}/read-file`, body, { "content-type": "multipart/form-data; boundary=b" });
};
const read = async (user: TestUser, csv: Buffer | string): Promise<SaleFile> =>
  (await upload(user, csv)).body.file;
const apply = (user: TestUser, id: string) => user.call("POST", `${PATH}/${id}/apply`);
const undo = (user: TestUser, id: string) => user.call("POST", `${PATH}/${id}/undo`);
const importAll = async (user: TestUser, csv: string) => {
  const { id } = await read(user, csv);
  return (await apply(user, id)).body.import;
};
const addDigital = async (user: TestUser, name: string, more: object = {}) =>
  addProduct(user, {
    name,
    type: "digital",
    digitalFilePath: await addFile(site, user, `Of ${name}.`),
    ...more,
  });
let count = 0;
/** Makes a file of sales of a product. Each has its own buyer. */
const salesOf = (name: string, number: number) => {
  const emails = Array.from({ length: number }, () => `buyer${count++}@sales.example`);
  const rows = emails.map((email) => `${email}-key,${name},${email},2024-05-01`);
  return { emails, csv: ["Purchase ID,Item Name,Purchase Email,Purchase Date", ...rows].join("\n") };
};
const ordersOf = async (user: TestUser) =>
  (await user.call("GET", "/api/orders?status=all&limit=100")).body.orders as { id: number }[];
const libraryOf = async (email: string) => {
  const browser = openBrowser(site);
  await browser.enterLibrary(email);
  return { browser, model: modelOf((await browser.open("/library")).text) };
};
const seller = async (product = "Notes") => {
  const user = await signUpVerified(site);
  return { user, product: await addDigital(user, product) };
};

test("counts a UTF-16 file with semicolons, quotes, totals and refunds, and adds nothing", async () => {
  const user = await signUpVerified(site);
  await addDigital(user, BRUSHES.toUpperCase());
  await addProduct(user, { name: "Sampler", type: "digital", digitalFilePath: null, active: false });
  await addProduct(user, { name: "Mug" });
  const { status, body } = await upload(user, Buffer.from(`\uFEFF${FIXTURE}`, "utf16le"));
  expect(status).toBe(200);
  expect(body.file).toEqual({
    ...{ id: expect.any(String), source: "gumroad", sales: 3 },
    products: [{ name: BRUSHES, count: 3 }],
    left_out: [
      { reason: "no_file", count: 1, names: ["Sampler"] },
      { reason: "no_product", count: 1, names: ["Lost zine"] },
      { reason: "goods", count: 1, names: ["Mug"] },
      { reason: "refunded", count: 2, names: [] },
      { reason: "recurring", count: 1, names: [] },
      { reason: "repeated", count: 1, names: [] },
      { reason: "invalid", count: 1, names: [] },
    ],
    invalid: [{ line: 11, text: "=cmd|' /C calc'!A0" }],
  });
  expect(await ordersOf(user)).toEqual([]);
  expect((await user.call("GET", PATH)).body.imports).toEqual([]);
  await apply(user, body.file.id);
  const added =
    await site.sql`select buyer_email from orders where creator_id = ${user.creator.id} order by 1`;
  expect(added.map(({ buyer_email }) => buyer_email)).toEqual([
    "ann@buyers.example",
    "cyd@buyers.example",
    "ida@buyers.example",
  ]);
});

test("adds sales once in two tabs, and from the same file again", async () => {
  const { user } = await seller();
  const { csv } = salesOf("notes", 3);
  const { id } = await read(user, csv);
  const [one, other] = await Promise.all([apply(user, id), apply(user, id)]);
  expect(one).toMatchObject({ status: 200, body: { import: { id, added: 3 } } });
  expect(other.body).toEqual(one.body);
  const again = await read(user, csv);
  expect(again).toMatchObject({ sales: 0, left_out: [{ reason: "present", count: 3, names: [] }] });
  expect((await apply(user, again.id)).body.import.added).toBe(0);
  expect(await ordersOf(user)).toHaveLength(3);
});

test("shows the product in the library on the buyer's request, and mails nothing before", async () => {
  const { user } = await seller("Atlas");
  const { csv, emails } = salesOf("Atlas", 1);
  const [email = ""] = emails;
  await importAll(user, csv);
  await site.settled();
  expect(await mailsTo(site, email)).toEqual([]);
  expect(await mailsTo(site, user.email, "sale")).toEqual([]);
  const { browser, model } = await libraryOf(email);
  expect(model.groups).toMatchObject([
    {
      isTest: false,
      orders: [{ product: "Atlas", has_download: true, can_withdraw: false, is_imported: true }],
    },
  ]);
  const started = await browser.submit(`/library/orders/${model.groups[0].orders[0].id}/download`);
  expect((await site.call("GET", started.headers.location ?? "")).text).toBe("Of Atlas.");
});

test("changes no sums, books, sales, goals, statistics, stock, numbers or audience", async () => {
  const user = await signUpVerified(site);
  const { product, tile } = await offerFile(site, user);
  await upgrade(site, user);
  await user.call("PATCH", `/api/products/${product.id}`, { stock: 5 });
  const goal = { from: "products", target: 10, productIds: [product.id] };
  await addTile(user, { type: "goal", title: "Ten", goal });
  await buy(site, tile.id, "first@buyers.example");
  const day = new Date().toISOString().slice(0, 10);
  const look = async () => {
    const paths = [
      "/api/orders/overview",
      `/api/orders/books?mode=live&year=${day.slice(0, 4)}`,
      `/api/orders/books.csv?mode=live&year=${day.slice(0, 4)}`,
      `/api/analytics/funnel?from=${day}&to=${day}&money=live`,
      "/api/products",
      "/api/tiles",
      "/api/analytics/summary",
      "/api/audience",
      "/api/orders/export.csv",
    ];
    const answers = await Promise.all(paths.map((path) => user.call("GET", path)));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
    const { tiles } = modelOf((await site.call("GET", `/@${user.creator.handle}`)).text);
    const { totals, mock_totals } = (await user.call("GET", "/api/orders?status=all")).body;
    const rows = await site.sql`select
      (select count(*)::int from ledger_entries where creator_id = ${user.creator.id}) as entries,
      (select count(*)::int from order_payments) as payments,
      (select count(*)::int from unreported_sales where creator_id = ${user.creator.id}) as unreported,
      (select json_agg(n) from order_numbers n where creator_id = ${user.creator.id}) as numbers,
      (select count(*)::int from events where creator_id = ${user.creator.id}) as events`;
    return [answers.map(({ body, text }) => body ?? text), tiles, totals, mock_totals, rows];
  };
  await site.settled();
  const before = await look();
  const { csv } = salesOf(product.name, 2);
  expect((await importAll(user, csv)).added).toBe(2);
  await site.settled();
  expect(await ordersOf(user)).toHaveLength(3);
  expect(await look()).toEqual(before);
});

test("marks the orders as imported in the list and the history, with the day of the sale", async () => {
  const { user } = await seller();
  await importAll(user, salesOf("Notes", 1).csv);
  const [listed] = await ordersOf(user);
  expect(listed).toMatchObject({
    ...{ status: "paid", provider: "free", amount_cents: 0, is_imported: true, is_free_copy: false },
  });
  const { body } = await user.call("GET", `/api/orders/${listed?.id}`);
  expect(body.order).toMatchObject({
    ...{ number: null, payments: [] },
    history: [{ by: "creator", what: "imported", note: "Gumroad, 2024-05-01" }],
  });
  const refund = { requestId: crypto.randomUUID(), amountCents: 1, reason: "requested", note: "" };
  expect((await user.call("POST", `/api/orders/${listed?.id}/refunds`, refund)).status).toBeLessThan(500);
});

test("undoes only what nobody has used, and imports the rest of the file again", async () => {
  const { user } = await seller();
  const { csv, emails } = salesOf("Notes", 3);
  const done = await importAll(user, csv);
  const { browser, model } = await libraryOf(emails[0] ?? "");
  const started = await browser.submit(`/library/orders/${model.groups[0].orders[0].id}/download`);
  await site.call("GET", started.headers.location ?? "");
  expect((await undo(user, done.id)).body).toEqual({ removed: 2, kept: 1 });
  expect(await ordersOf(user)).toMatchObject([{ id: model.groups[0].orders[0].id }]);
  expect((await undo(user, done.id)).status).toBe(409);
  expect(await read(user, csv)).toMatchObject({ sales: 2, left_out: [{ reason: "present", count: 1 }] });
});

test("keeps imports to their creator, and ends them after a day", async () => {
  const [{ user }, other] = [await seller(), await signUpVerified(site)];
  const { csv } = salesOf("Notes", 1);
  const { id } = await read(user, csv);
  expect(await apply(other, id)).toMatchObject(rejection(404, "sale_imports.gone"));
  expect((await apply(user, id)).status).toBe(200);
  expect((await undo(other, id)).status).toBe(404);
  expect((await other.call("GET", PATH)).body.imports).toEqual([]);
  await site.sql`update page_imports set applied_at = now() - interval '25 hours' where id = ${id}`;
  expect(await undo(user, id)).toMatchObject(rejection(409, "page_imports.too_late"));
  expect(await ordersOf(user)).toHaveLength(1);
});

test("gives the parts of a bundle and services, and nothing of a bundle with goods", async () => {
  const { user, product } = await seller("Part one");
  const [second, mug] = [
    await addDigital(user, "Part two", { stock: 0 }),
    await addProduct(user, { name: "Mug" }),
  ];
  await addProduct(user, { name: "Both", type: "bundle", bundleItems: [product.id, second.id] });
  await addProduct(user, { name: "With mug", type: "bundle", bundleItems: [product.id, mug.id] });
  await addProduct(user, { name: "Call", type: "service" });
  const [both, mugs, call] = [salesOf("Both", 1), salesOf("With mug", 1), salesOf("Call", 1)];
  const rows = [both.csv, ...[mugs, call].map(({ csv }) => csv.split("\n")[1] ?? "")].join("\n");
  const file = await read(user, rows);
  expect(file).toMatchObject({ sales: 2, left_out: [{ reason: "goods", count: 1, names: ["With mug"] }] });
  await apply(user, file.id);
  const { model } = await libraryOf(both.emails[0] ?? "");
  expect(model.groups).toMatchObject([{ orders: [{ product: "Both", has_download: true }] }]);
});

test("takes the first 2,000 sales of a longer file, and the others from the same file again", async () => {
  const { user } = await seller();
  const { csv } = salesOf("Notes", 2003);
  const first = await read(user, csv);
  expect(first).toMatchObject({ sales: 2000, left_out: [{ reason: "too_many", count: 3 }] });
  expect((await apply(user, first.id)).body.import.added).toBe(2000);
  expect(await read(user, csv)).toMatchObject({ sales: 3, left_out: [{ reason: "present", count: 2000 }] });
});

test("waits for the file of a product, and notices a product that went meanwhile", async () => {
  const { user, product } = await seller();
  const { id } = await read(user, salesOf("Notes", 1).csv);
  await user.call("DELETE", `/api/products/${product.id}`);
  expect((await apply(user, id)).body.import.added).toBe(0);
});

test("rejects other files, and creators without a verified email", async () => {
  const [starter, { user }] = [await site.signUp(), await seller()];
  for (const text of ["", "email,name\na@b.example,x", "\u0000", '"'])
    expect(await upload(user, text)).toMatchObject(rejection(422, "sale_imports.unreadable"));
  expect(await upload(user, "Purchase ID,Item Name,Purchase Email\nTotals,,")).toMatchObject(
    rejection(422, "sale_imports.empty"),
  );
  const { id } = await read(starter, salesOf("Notes", 1).csv);
  expect(await apply(starter, id)).toMatchObject(rejection(409, "checkout.creator_unverified"));
});

test("deletes files that were not applied after a day, or with a user whose email they have", async () => {
  const { user } = await seller();
  const waiting = async () =>
    (await site.sql`select id from page_imports where creator_id = ${user.creator.id}`).length;
  await read(user, salesOf("Notes", 1).csv);
  await site.sql`update page_imports set created_at = now() - interval '25 hours' where creator_id = ${user.creator.id}`;
  await site.runMaintenance();
  expect(await waiting()).toBe(0);
  const [admin, gone] = [await signUpAdmin(site), await signUpVerified(site, { email: "gone@example.org" })];
  await read(user, "Purchase ID,Item Name,Purchase Email\nx==,Notes,Gone@example.org");
  expect(await waiting()).toBe(1);
  await admin.call("DELETE", `/api/admin/users/${gone.creator.user_id}`);
  expect(await waiting()).toBe(0);
});
