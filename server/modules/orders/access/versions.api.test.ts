import { beforeEach, expect, test } from "vitest";
import { paths } from "../../../../contract/rules/paths.ts";
import { concurrently } from "../../../testing/concurrently.ts";
import { addFile, buy, fieldRejection, modelOf, offer, type TestUser } from "../../../testing/factories.ts";
import { prepareEach } from "../../../testing/prepare.ts";
import { testSite } from "../../../testing/test-site.ts";

const site = testSite();
const anna: TestUser = prepareEach(() => site.signUp());
let product: { id: number; files: { id: number; path: string; name: string }[] };
let tileId: number;

beforeEach(async () => {
  const files = [{ path: await addFile(site, anna, "one") }, { path: await addFile(site, anna, "two") }];
  const offered = await offer(anna, { name: "Album", type: "digital", files });
  product = offered.product;
  tileId = offered.tile.id;
});

const save = (files: unknown, note?: string) =>
  anna.call("PUT", `/api/products/${product.id}/files`, { files, note });
/** Replaces all files of the product. */
const replaceAll = async (content: string, note?: string) =>
  save(
    await Promise.all(
      product.files.map(async (file, at) => ({
        ...file,
        path: await addFile(site, anna, `${content} ${at}`),
      })),
    ),
    note,
  );
const versionsAt = async (orderToken: string) =>
  modelOf((await site.call("GET", paths.order(orderToken))).text).versions;
const made = () =>
  site.sql`select number, note from product_versions where product_id = ${product.id} order by number`;

test("makes one version of several replaced files, and shows buyers those since their purchase", async () => {
  const early = await buy(site, tileId);
  expect(await versionsAt(early.orderToken)).toEqual([]);
  await replaceAll("second", " Mended the first song. ");
  const late = await buy(site, tileId);
  await replaceAll("third");
  const day = expect.stringMatching(/^\d{4}-/);
  const third = { name: null, number: 3, note: null, created_at: day };
  expect(await versionsAt(early.orderToken)).toEqual([
    third,
    { name: null, number: 2, note: "Mended the first song.", created_at: day },
  ]);
  expect(await versionsAt(late.orderToken)).toEqual([third]);
});

test("hides the version of a file that was added after the purchase", async () => {
  const early = await buy(site, tileId);
  const added = { path: await addFile(site, anna, "three") };
  const { files } = (await save([...product.files, added])).body;
  const late = await buy(site, tileId);
  const path = await addFile(site, anna, "three, mended");
  await save([...product.files, { ...files[2], path }]);
  expect(await versionsAt(early.orderToken)).toEqual([]);
  expect(await versionsAt(late.orderToken)).toMatchObject([{ number: 2 }]);
});

test("makes no version of the same bytes, of a new name, of an added file or of a removed one", async () => {
  const [first, second] = product.files;
  const again = await addFile(site, anna, "one");
  await save([second, { id: first?.id, path: again, name: "Opening" }], "no change");
  await save([second, { ...first }, { path: await addFile(site, anna, "three") }], "added");
  await save([second], "removed");
  expect(await made()).toEqual([]);
});

test("takes the note with the product, too, and stores it only with a version", async () => {
  const [first, second] = product.files;
  const change = (patch: object) => anna.call("PATCH", `/api/products/${product.id}`, patch);
  await change({ name: "Songs", versionNote: "unused" });
  const path = await addFile(site, anna, "new");
  expect((await change({ files: [{ ...first, path }, second], versionNote: "Louder." })).status).toBe(200);
  await change({ digitalFilePath: await addFile(site, anna, "newer") });
  expect(await made()).toEqual([
    { number: 2, note: "Louder." },
    { number: 3, note: null },
  ]);
  expect(await save(product.files, "x".repeat(501))).toMatchObject(
    fieldRejection("note", "Note must be at most 500 characters."),
  );
});

test("numbers concurrent versions one after the other", async () => {
  await concurrently(4, (at) => replaceAll(`at once ${at}`));
  expect((await made()).map(({ number }: { number: number }) => number)).toEqual([2, 3, 4, 5]);
});

test("hides versions after a refund, and deletes them with the product's creator", async () => {
  const bought = await buy(site, tileId);
  await replaceAll("second");
  expect(await versionsAt(bought.orderToken)).toHaveLength(1);
  await site.sql`update orders set status = 'refunded' where id = ${bought.id}`;
  expect(await versionsAt(bought.orderToken)).toEqual([]);
  await site.sql`delete from products where id = ${product.id}`;
  expect(await made()).toEqual([]);
});
