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
])("a creator called %j is introduced as a creator of the site", (name) => {
  expect(creatorSender(name, operator)).toMatch(/, a creator at shop\.werkhof\.example$/);
});

test.each(["Mira Lund", "Anna's Bowls", "Support", "Tess", "Hof Werkstatt", "Essera", "日本", "Tes Sandra"])(
  "a creator called %j is named without the site",
  (name) => {
    expect(creatorSender(name, operator)).toBe(name);
  },
);

test("a long name is cut, and the site after it is not", () => {
  const name = `Tessera ${"x".repeat(56)}`;
  expect(creatorSender(name, operator)).toBe(`Tessera ${"x".repeat(24)}, a creator at shop.werkhof.example`);
});

test("a short part of a domain does not count as a name", () => {
  expect(isLikeOperator("Anna & Co", { name: "", host: "shop.co.uk" })).toBe(false);
});

test("an operator without a name and a domain protects only the name of the product", () => {
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    expect(isLikeOperator("Mira", { name: "", host }), host).toBe(false);
    expect(isLikeOperator("Tessera", { name: "", host }), host).toBe(true);
  }
});

test("an email of the operator has the operator's name, and one of a creator with the same name does not", () => {
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
