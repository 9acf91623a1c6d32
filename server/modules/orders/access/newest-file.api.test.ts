import { beforeEach, expect, test } from "vitest";
import { addFile, buy, offerFile, submitForm } from "../../../testing/factories.ts";
import { prepareEach } from "../../../testing/prepare.ts";
import { testSite } from "../../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => site.signUp());
let sold: Awaited<ReturnType<typeof offerFile>>;
let token: string;
let orderToken: string;

beforeEach(async () => {
  sold = await offerFile(site, anna, "The first edition.");
  const bought = await buy(site, sold.tile.id);
  token = bought.downloadToken;
  orderToken = bought.orderToken;
});

const change = (patch: object) => anna.call("PATCH", `/api/products/${sold.product.id}`, patch);
const replace = async (content: string) => {
  const path = await addFile(site, anna, content);
  await change({ digitalFilePath: path });
  return path;
};
const download = (query = "", headers = {}) =>
  site.call("GET", `/api/orders/download/${token}${query}`, undefined, headers);

test("returns the newest bytes, and on request the bytes that were bought", async () => {
  await replace("The second edition.");
  expect((await download()).text).toBe("The second edition.");
  expect((await download("?version=bought")).text).toBe("The first edition.");
  const range = { range: "bytes=4-9" };
  expect(await download("", range)).toMatchObject({ status: 206, text: "second" });
  expect(await download("?version=bought", range)).toMatchObject({ status: 206, text: "first " });
  expect((await download("?version=newest")).status).toBe(400);
});

test("shows the newest file to the buyer, with a link to the one that was bought", async () => {
  const listed = async () =>
    (await site.call("GET", `/api/public/orders/${orderToken}`)).body.order.lines[0].access.files;
  const url = `/api/orders/download/${token}`;
  expect(await listed()).toMatchObject([{ name: "notes.pdf", size: 18, url, bought_url: null }]);
  await change({
    files: [{ ...sold.product.files[0], name: "Notes", path: await addFile(site, anna, "Two.") }],
  });
  expect(await listed()).toMatchObject([
    { name: "Notes", size: 4, url, bought_url: `${url}?version=bought` },
  ]);
});

test("leads a form of the order page to the chosen file and version", async () => {
  const [file] = (await site.call("GET", `/api/public/orders/${orderToken}`)).body.order.lines[0].access
    .files;
  await replace("The second edition.");
  const submit = async (fields: Record<string, string>) =>
    (await submitForm(site, `/orders/${orderToken}/download`, fields)).headers.location;
  const url = `/api/orders/download/${token}`;
  expect(await submit({})).toBe(url);
  expect(await submit({ file: String(file.id) })).toBe(url);
  expect(await submit({ bought: String(file.id) })).toBe(`${url}?version=bought`);
  expect(await submit({ file: String(file.id + 1) })).toBe(`/orders/${orderToken}`);
});

test("sends the whole new file to a download that continues with the old one's tag", async () => {
  const { headers } = await download();
  await replace("The second edition.");
  const rest = await download("", { range: "bytes=4-", "if-range": headers.etag });
  expect(rest).toMatchObject({ status: 200, text: "The second edition." });
});

test.each([
  ["the file was removed", () => change({ digitalFilePath: null })],
  ["the product became goods", () => change({ type: "physical" })],
  ["the product was deleted for good", () => site.sql`delete from products where id = ${sold.product.id}`],
])("gives the bought bytes once %s", async (_, remove) => {
  await replace("The second edition.");
  await remove();
  expect((await download()).text).toBe("The first edition.");
});

test("frees bytes a week after no product and no order needs them", async () => {
  const second = await replace("A second edition of few.");
  const third = await replace("A third edition.");
  const stored = async () => {
    const ids = [sold.path, second, third];
    const rows = await site.sql`select id from files where id = any(${ids})`;
    return ids.filter((id) => rows.some((row: { id: string }) => row.id === id));
  };
  await site.runMaintenance();
  await site.sql`update files set unnamed_since = unnamed_since - interval '8 days'`;
  await site.runMaintenance();
  expect(await stored()).toEqual([sold.path, third]);
  await change({ digitalFilePath: null });
  await site.runMaintenance();
  expect(await stored()).toEqual([sold.path, third]);
  await site.sql`update files set unnamed_since = unnamed_since - interval '8 days'`;
  await site.runMaintenance();
  expect(await stored()).toEqual([sold.path]);
  expect((await download()).text).toBe("The first edition.");
});
