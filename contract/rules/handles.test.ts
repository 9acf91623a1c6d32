import { expect, test } from "vitest";
import { CONSOLE_PATHS } from "../pages/console-page-routes.ts";
import { Handle, isPossibleHandle, isReservedHandle } from "./handles.ts";
import { textsOf } from "./texts-of.test-kit.ts";

test("stores a handle in lower case", () => {
  expect(Handle.parse(" Anna_B-9 ")).toBe("anna_b-9");
});

test.for([
  "@anna",
  "ａｎｎａ",
  "an\u200bna",
  "https://www.instagram.com/anna/?igsh=1",
  "tessera.example/@anna",
  "linkedin.com/in/Anna#top",
])("reads %j as the handle anna", (typed) => {
  expect(Handle.parse(typed)).toBe("anna");
});

test.for([
  "ab",
  "a".repeat(33),
  "a b c",
  "a/b/c",
  "../x",
  "a.b.c",
  "ünï",
  "a%00b",
  "a\u0000b",
  "@",
  "anna\nbert",
  "",
  null,
  7,
])("rejects %j as a handle", (value) => {
  expect(textsOf(Handle, value)).toEqual([
    "Handle must be 3 to 32 letters, numbers, hyphens or underscores.",
  ]);
});

test.for(
  `admin api auth dashboard demo checkout settings support help login static assets uploads www root null
  undefined orders healthz readyz Admin DEMO`.split(/\s+/),
)("%s is reserved", (value) => {
  expect(textsOf(Handle, value)).toEqual(["This handle is reserved."]);
});

test("rejects the first part of every page's path as a handle", () => {
  for (const path of CONSOLE_PATHS) expect(isReservedHandle(path.split("/")[1] ?? ""), path).toBe(true);
});

test.for(["anna", "ANNA", "a_b-3", "abc", "x".repeat(32), "demo", "Demo", "an\u212Aa"])(
  "accepts %s as a possible handle",
  (text) => {
    expect(isPossibleHandle(text)).toBe(true);
  },
);

test.for(["", "ab", "x".repeat(33), "anna ", " anna", "an na", "an\u0000na", "ünï", "a.b.c"])(
  "rejects %j as a possible handle",
  (text) => {
    expect(isPossibleHandle(text)).toBe(false);
  },
);
