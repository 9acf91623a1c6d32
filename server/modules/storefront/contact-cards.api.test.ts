import { expect, test } from "vitest";
import { addTile, fieldRejection, rejection, signUpVerified } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => signUpVerified(site, { displayName: "Anna Test" }));

const contact = {
  name: "Anna; Bowls, Berlin",
  email: "Anna@Example.org",
  phone: "0049 (30) 123-4567",
  whatsapp: "+49 170 1234567",
};
const add = (given: object) =>
  anna.call("POST", "/api/tiles", { type: "contact", title: "", contact: given });
const card = (id: number) => site.call("GET", `/@${anna.creator.handle}/contacts/${id}.vcf`);

test("stores a contact in its normal form, and shows it on the page", async () => {
  const { status, body } = await add(contact);
  const stored = {
    name: contact.name,
    email: "anna@example.org",
    phone: "+49301234567",
    whatsapp: "+491701234567",
  };
  expect(status).toBe(201);
  expect(body.tile).toMatchObject({ title_shown: false, contact: stored });
  const page = await site.call("GET", `/api/public/creator/${anna.creator.handle}`);
  expect(page.body.tiles).toMatchObject([{ contact: stored }]);
  const changed = await anna.call("PATCH", `/api/tiles/${body.tile.id}`, {
    contact: { phone: "+49301234567" },
  });
  expect(changed.body.tile.contact).toEqual({
    name: null,
    email: null,
    phone: "+49301234567",
    whatsapp: null,
  });
  const link = { type: "link", title: "Shop", url: "https://shop.example/" };
  expect((await anna.call("PATCH", `/api/tiles/${body.tile.id}`, link)).body.tile.contact).toBeNull();
});

test("rejects a contact without a way to reach it, and invalid numbers", async () => {
  const missing = "Enter an email, a phone number or a WhatsApp number.";
  const number = "Enter the number with + and the country code, such as +49 30 1234567.";
  expect(await anna.call("POST", "/api/tiles", { type: "contact", title: "Call" })).toMatchObject(
    fieldRejection("contact", missing),
  );
  expect((await add({ name: "Anna" })).body.error).toBe(missing);
  for (const phone of [
    "030 1234567",
    "+49",
    "+0301234567",
    "+49 30 12345678901234",
    "+49 30 CALL",
    "tel:+4930123456",
  ])
    expect((await add({ phone })).body.error).toBe(number);
  for (const email of [
    "anna",
    "a@b",
    `${"a".repeat(255)}@example.org`,
    "a@example.org\r\nBcc: b@example.org",
  ])
    expect((await add({ email })).status).toBe(400);
  expect((await add({ email: "a@example.org", name: "W".repeat(101) })).status).toBe(400);
});

test("serves the contact as a vCard with escaped text and folded lines", async () => {
  const { body } = await add({ ...contact, name: `${contact.name} ${"ü".repeat(60)}` });
  const { status, headers, text } = await card(body.tile.id);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "text/vcard; charset=utf-8",
    "content-disposition": `attachment; filename="contact-${body.tile.id}.vcf"`,
  });
  const lines = text.split("\r\n");
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  const name = `Anna\\; Bowls\\, Berlin ${"ü".repeat(60)}`;
  expect(text.replaceAll("\r\n ", "").split("\r\n")).toEqual([
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:;${name};;;`,
    `FN:${name}`,
    "EMAIL;TYPE=INTERNET:anna@example.org",
    "TEL;TYPE=VOICE:+49301234567",
    "TEL;TYPE=CELL:+491701234567",
    `URL:http://localhost:3000/@${anna.creator.handle}`,
    "END:VCARD",
    "",
  ]);
});

test("names the creator in the card of a contact without a name", async () => {
  const { body } = await add({ whatsapp: "+491701234567", phone: "+491701234567" });
  expect((await card(body.tile.id)).text).toContain("FN:Anna Test\r\nTEL;TYPE=VOICE:+491701234567\r\nURL:");
});

test("has no card of a hidden, scheduled or other tile, and of another page", async () => {
  const { body } = await add(contact);
  const change = (given: object) => anna.call("PATCH", `/api/tiles/${body.tile.id}`, given);
  const status = async (id = body.tile.id) => (await card(id)).status;
  const link = await addTile(anna);
  const bela = await signUpVerified(site);
  expect(await status()).toBe(200);
  for (const id of [link.id, body.tile.id + 1000]) expect(await status(id)).toBe(404);
  expect((await site.call("GET", `/@${bela.creator.handle}/contacts/${body.tile.id}.vcf`)).status).toBe(404);
  expect((await change({ startsAt: new Date(Date.now() + 3_600_000).toISOString() })).status).toBe(200);
  expect(await status()).toBe(404);
  expect((await change({ startsAt: null, hidden: true })).status).toBe(200);
  expect(await card(body.tile.id)).toMatchObject(rejection(404, "storefront.contact_not_found"));
});
