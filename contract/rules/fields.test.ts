import { describe, expect, test } from "vitest";
import { ProductInput } from "../api/products.ts";
import { TileInput } from "../api/tiles.ts";
import { DisplayName, Email, fieldMessages, NewPassword, optionalText } from "./fields.ts";
import { hostileUrls } from "./hostile-urls.test-kit.ts";
import { limits } from "./limits.ts";
import { textsOf } from "./texts-of.test-kit.ts";
import { httpUrl, isHttpUrl } from "./url-fields.ts";

describe("a URL", () => {
  test.for(hostileUrls)("rejects $shown as a link", ({ url }) => {
    expect(isHttpUrl(url)).toBe(false);
  });

  test.for(["http://a.example", "https://a.example/b?c#d", "HTTPS://A.example", "http://[::1]:8080/"])(
    "accepts %s as a URL",
    (url) => {
      expect(isHttpUrl(url)).toBe(true);
    },
  );

  test("checks the length of the normalised form", () => {
    const typed = `https://a.example/${"é".repeat(1500)}`;
    expect(new URL(typed).href.length).toBeGreaterThan(limits.url.max);
    expect(isHttpUrl(typed)).toBe(false);
    const longest = `https://a.example/${"é".repeat(338)}aa`;
    expect(new URL(longest).href).toHaveLength(limits.url.max);
    expect(isHttpUrl(httpUrl({ noun: "Link" }).parse(longest))).toBe(true);
    expect(isHttpUrl(`${longest}a`)).toBe(false);
  });

  test("returns the form of the URL standard", () => {
    const schema = httpUrl({ noun: "Link", form: fieldMessages.type });
    expect(schema.parse("  HTTPS://Shop.Example/a b ")).toBe("https://shop.example/a%20b");
    expect(textsOf(schema, "shop.example")[0]).toBe("Choose a type.");
    expect(textsOf(schema, 7)[0]).toBe("Choose a type.");
  });
});

test("stores an email trimmed in lower case", () => {
  expect(Email.parse(" Anna@Example.ORG ")).toBe("anna@example.org");
});

test.for([
  "",
  "anna",
  "anna@",
  "@example.org",
  "a@b@example.org",
  "anna@example.org, ben@example.org",
  "anna@example.org\r\nBcc: ben@example.org",
  "team: anna@example.org;",
  null,
  7,
])("rejects %j as an email", (value) => {
  expect(textsOf(Email, value)).toEqual(["Enter a valid email address."]);
});

test("accepts emails of up to 254 characters", () => {
  expect(Email.safeParse(`${"a".repeat(60)}@${"b".repeat(60)}.example`).success).toBe(true);
  expect(Email.safeParse(`a@${"b.".repeat(130)}example`).success).toBe(false);
});

test("accepts passwords of 8 to 256 characters of any kind", () => {
  const messages = (value: unknown) => textsOf(NewPassword, value);
  expect(messages("1234567")).toEqual(["Password must be at least 8 characters."]);
  expect(messages(undefined)).toEqual(["Password must be at least 8 characters."]);
  expect(messages("x".repeat(257))).toEqual(["Password must be at most 256 characters."]);
  for (const password of ["12345678", "  spaces  ", "🦊".repeat(8), "x".repeat(256)]) {
    expect(NewPassword.parse(password)).toBe(password);
  }
});

test("accepts display names of one line with 1 to 100 characters", () => {
  const message = (value: unknown) => textsOf(DisplayName, value)[0];
  expect(DisplayName.parse("  Anna  ")).toBe("Anna");
  expect(message("   ")).toBe("Display name is required.");
  expect(message(undefined)).toBe("Display name is required.");
  expect(message("a".repeat(limits.displayName.max + 1))).toBe(
    "Display name must be at most 100 characters.",
  );
  expect(message("Anna\r\nBcc: x")).toBe("Display name must be on one line.");
});

test.for(["\u200b", " \u200d\u2060 ", "\u3164", "\u00ad\ufe0f", "\u202e\u202c", "\u0007"])(
  "rejects the invisible text %j as a name",
  (name) => {
    expect(textsOf(DisplayName, name)[0]).toBe("Display name is required.");
    expect(textsOf(ProductInput, { name })[0]).toBe("Name is required.");
    const tile = { type: "link", title: name, url: "https://a.example" };
    expect(textsOf(TileInput, tile)[0]).toBe("Title is required.");
  },
);

test("keeps joiners within a name", () => {
  for (const name of ["👩\u200d🚀 Anna", "می\u200cخواهم", "❤\ufe0f"]) {
    expect(DisplayName.parse(name)).toBe(name);
    expect(ProductInput.parse({ name }).name).toBe(name);
  }
});

test("trims optional text, and turns empty text into null", () => {
  const schema = optionalText("Bio", 5);
  expect(schema.parse(" bio ")).toBe("bio");
  expect(schema.parse("   ")).toBeNull();
  expect(schema.parse(null)).toBeNull();
  expect(textsOf(schema, "123456")[0]).toBe("Bio must be at most 5 characters.");
  expect(textsOf(schema, 7)[0]).toBe("Bio must be text.");
});
