import { expect, test } from "vitest";
import { addPicture, addProduct, addTile, signUpVerified } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";
import { exportArchive, importArchive, lastImport } from "./archives.test-kit.ts";

const site = testSite();

test("exports and imports a goal with its products", async () => {
  const [ada, bella] = [await signUpVerified(site), await signUpVerified(site)];
  // Bella's own product makes the imported one get another id.
  await addProduct(bella, { name: "Cup" });
  const { id } = await addProduct(ada, { name: "Bowl" });
  const goal = { from: "products", currency: "eur", target: 500, productIds: [id], since: "2026-02-28" };
  const { goal: exported } = await addTile(ada, { type: "goal", title: "A new kiln", goal });
  await importArchive(bella, await exportArchive(site, ada));
  expect(await lastImport(site, bella)).toMatchObject({ state: "done", result: { left_out: [] } });
  const { products } = (await bella.call("GET", "/api/products")).body;
  const bowl = products.find(({ name }: { name: string }) => name === "Bowl");
  const { tiles } = (await bella.call("GET", "/api/tiles")).body;
  expect(tiles).toMatchObject([{ type: "goal", goal: { ...exported, product_ids: [bowl.id] } }]);
});

test("exports and imports an event with its place and time zone", async () => {
  const [ada, bella] = [await signUpVerified(site), await signUpVerified(site)];
  const fair = { eventStartsAt: "2098-06-01T10:00", eventTimeZone: "Asia/Tokyo", place: "Pier 3" };
  const { event } = await addTile(ada, { type: "event", title: "Fair", ...fair });
  await importArchive(bella, await exportArchive(site, ada));
  expect(await lastImport(site, bella)).toMatchObject({ state: "done", result: { left_out: [] } });
  const { tiles } = (await bella.call("GET", "/api/tiles")).body;
  expect(tiles).toMatchObject([
    { type: "event", event: { ...event, starts_at: "2098-06-01T01:00:00.000Z" } },
  ]);
});

test("exports and imports a gallery with copies of its pictures", async () => {
  const [ada, bella] = [await signUpVerified(site), await signUpVerified(site)];
  const { url } = await addPicture(site, ada, "kiln.svg");
  const kiln = { alt: "A kiln", focus: { x: 5, y: 95 } };
  const elsewhere = { url: "https://elsewhere.example/1.png", alt: "", focus: { x: 50, y: 50 } };
  await addTile(ada, { type: "gallery", title: "", images: [{ url, ...kiln }, elsewhere] });
  await importArchive(bella, await exportArchive(site, ada));
  expect(await lastImport(site, bella)).toMatchObject({ state: "done", result: { left_out: [] } });
  const { tiles } = (await bella.call("GET", "/api/tiles")).body;
  expect(tiles).toMatchObject([{ type: "gallery", images: [kiln, elsewhere] }]);
  const [copy] = tiles[0].images;
  expect(copy.url).not.toBe(url);
  expect((await site.call("GET", new URL(copy.url).pathname)).status).toBe(200);
});

test("exports and imports a contact", async () => {
  const [ada, bella] = [await signUpVerified(site), await signUpVerified(site)];
  const given = { name: "Ada", email: "ada@studio.example", phone: "+49 30 1234567", whatsapp: "" };
  const { contact } = await addTile(ada, { type: "contact", title: "Write to me", contact: given });
  await importArchive(bella, await exportArchive(site, ada));
  expect(await lastImport(site, bella)).toMatchObject({ state: "done", result: { left_out: [] } });
  const { tiles } = (await bella.call("GET", "/api/tiles")).body;
  expect(contact).toMatchObject({ phone: "+49301234567", whatsapp: null });
  expect(tiles).toMatchObject([{ type: "contact", title: "Write to me", contact }]);
});
