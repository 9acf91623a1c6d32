import { expect, test } from "vitest";
import { creatorSender, isLikeOperator } from "./creator-sender.ts";
import { checkMail, toMessage } from "./message.ts";

const operator = { name: "Werkhof Support", host: "shop.werkhof.example" };

test.each([
  // The product, the operator's sender, the site and its domain.
  "Tessera",
  "tessera support",
  "The Tessera Team",
  "TesseraBilling",
  "Werkhof Support",
  "werkhof-support",
  "Werk hof",
  "Werkhof",
  "shop.werkhof.example",
  "Orders · shop.werkhof.example",
  // Written to look like them.
  "Téssera",
  "ＴＥＳＳＥＲＡ",
  "Теssеrа",
  "T3ssera",
  "Te55era",
  "TESSERA.",
  "Tessera, a creator at shop.werkhof.example",
])("adds the site after the name of a creator called %j", (name) => {
  expect(creatorSender(name, operator)).toMatch(/, a creator at shop\.werkhof\.example$/);
});

test.each(["Mira Lund", "Anna's Bowls", "Support", "Tess", "Hof Werkstatt", "Essera", "日本", "Tes Sandra"])(
  "adds no site after the name of a creator called %j",
  (name) => {
    expect(creatorSender(name, operator)).toBe(name);
  },
);

test("cuts a long name, but not the site after it", () => {
  const name = `Tessera ${"x".repeat(56)}`;
  expect(creatorSender(name, operator)).toBe(`Tessera ${"x".repeat(24)}, a creator at shop.werkhof.example`);
});

test("protects the name of the site in place of the product's", () => {
  const atelier = { name: "", host: "localhost", siteName: "Atelier" };
  expect(isLikeOperator("Atelier Support", atelier)).toBe(true);
  expect(isLikeOperator("Tessera", atelier)).toBe(false);
});

test("ignores short parts of a domain", () => {
  expect(isLikeOperator("Anna & Co", { name: "", host: "shop.co.uk" })).toBe(false);
});

test("protects only the product's name if the operator has neither name nor domain", () => {
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    expect(isLikeOperator("Mira", { name: "", host }), host).toBe(false);
    expect(isLikeOperator("Tessera", { name: "", host }), host).toBe(true);
  }
});

test("keeps the operator's name, but not the same name of a creator", () => {
  const from = { name: "Werkhof", address: "mail@werkhof.example" };
  const mail = { to: "a@b.example", subject: "News", html: "", text: "", messageId: "<a@b.example>" };
  const nameOf = (fromName?: string) =>
    toMessage(checkMail({ ...mail, ...(fromName && { fromName }) }), {
      from,
      hostname: "shop.werkhof.example",
    }).from.name;
  expect(nameOf()).toBe("Werkhof");
  expect(nameOf("Werkhof")).toBe("Werkhof, a creator at shop.werkhof.example");
  expect(nameOf("<Werk\u200bhof>")).toBe("Werkhof, a creator at shop.werkhof.example");
  expect(nameOf("Mira Lund")).toBe("Mira Lund");
});
