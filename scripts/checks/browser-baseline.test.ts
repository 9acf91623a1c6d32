import { expect, test } from "vitest";
import { findNewerApis } from "./browser-baseline.ts";

test("finds an API newer than the supported browsers", () => {
  expect(findNewerApis("if(URL.canParse(e))t()")).toEqual(["URL.canParse"]);
  expect(findNewerApis("const {promise}=Promise.withResolvers();[1].toSorted()")).toEqual([
    "Promise.withResolvers",
    "toSorted",
  ]);
  expect(findNewerApis("menu.showPopover()")).toEqual(["showPopover"]);
});

test("accepts an API that is only called where it exists", () => {
  expect(findNewerApis("typeof URL.canParse==`function`?URL.canParse(e):new URL(e)")).toEqual([]);
  expect(findNewerApis("`popover`in HTMLElement.prototype?e.showPopover():t()")).toEqual([]);
});
