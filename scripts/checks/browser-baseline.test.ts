import { expect, test } from "vitest";
import { findNewerApis } from "./browser-baseline.ts";

test("an API that is newer than the supported browsers is found", () => {
  expect(findNewerApis("if(URL.canParse(e))t()")).toEqual(["URL.canParse"]);
  expect(findNewerApis("const {promise}=Promise.withResolvers();[1].toSorted()")).toEqual([
    "Promise.withResolvers",
    "toSorted",
  ]);
  expect(findNewerApis("menu.showPopover()")).toEqual(["showPopover"]);
});

test("an API that is called only where it exists is accepted", () => {
  expect(findNewerApis("typeof URL.canParse==`function`?URL.canParse(e):new URL(e)")).toEqual([]);
  expect(findNewerApis("`popover`in HTMLElement.prototype?e.showPopover():t()")).toEqual([]);
});
