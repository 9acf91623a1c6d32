import { expect, test } from "vitest";
import { anOrderPage } from "../../testing/buyer-entities.ts";
import { readPage } from "../../testing/read-page.ts";

const version = { name: null, number: 2, note: null, created_at: "2026-11-20T10:00:00.000Z" };

test("lists the versions since the purchase with number, date and note", () => {
  const versions = [
    { ...version, number: 3, note: "Mended the first song. <b>Enjoy</b>" },
    { ...version, name: "Booklet" },
  ];
  const { shown } = readPage(anOrderPage({}, { versions }));
  expect(shown.text).toMatch(
    /New versions.*Version 3.*2026.*Mended the first song\. <b>Enjoy<\/b>.*Booklet.*Version 2/s,
  );
});

test("shows no heading without a version", () => {
  expect(readPage(anOrderPage({})).shown.text).not.toContain("New versions");
});
