import { expect, test } from "vitest";
import { fieldsInConflict, withLaterChanges } from "./saved-values.ts";

const before = { title: "One", type: "link", url: "https://a.example/", hidden: false };
const conflict = (after: Partial<typeof before>, mine: Partial<typeof before>) =>
  fieldsInConflict({ before, after: { ...before, ...after }, mine: { ...before, ...mine } }, [
    ["type", "url"],
  ]);

test("reports a conflict for a field that both sides changed differently", () => {
  expect(conflict({ title: "Two" }, { title: "Three" })).toEqual(["title"]);
  expect(conflict({ title: "Two" }, { title: "Two" })).toEqual([]);
  expect(conflict({ title: "Two" }, { hidden: true })).toEqual([]);
  expect(conflict({}, { title: "Three" })).toEqual([]);
});

test("reports a conflict between changes of fields that belong together", () => {
  expect(conflict({ type: "product", url: "" }, { url: "https://b.example/" })).toEqual(["type", "url"]);
  expect(conflict({ type: "content" }, { url: "https://b.example/" })).toEqual(["type", "url"]);
});

test("keeps text that was typed during a request", () => {
  const sent = { bio: "One", socials: [{ url: "https://a.example/" }] };
  const saved = { bio: "One.", socials: sent.socials };
  const socials = [{ url: "https://other.example/" }];
  expect(withLaterChanges(saved, { sent, current: sent })).toEqual(saved);
  expect(withLaterChanges(saved, { sent, current: { bio: "Two", socials } })).toEqual({
    bio: "Two",
    socials,
  });
});
