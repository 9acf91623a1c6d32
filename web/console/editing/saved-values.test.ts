import { expect, test } from "vitest";
import { fieldsInConflict, withLaterChanges } from "./saved-values.ts";

const before = { title: "One", type: "link", url: "https://a.example/", hidden: false };
const conflict = (after: Partial<typeof before>, mine: Partial<typeof before>) =>
  fieldsInConflict({ before, after: { ...before, ...after }, mine: { ...before, ...mine } }, [
    ["type", "url"],
  ]);

test("a field is in conflict when both sides have changed it to something else", () => {
  expect(conflict({ title: "Two" }, { title: "Three" })).toEqual(["title"]);
  expect(conflict({ title: "Two" }, { title: "Two" })).toEqual([]);
  expect(conflict({ title: "Two" }, { hidden: true })).toEqual([]);
  expect(conflict({}, { title: "Three" })).toEqual([]);
});

test("a change of one field is in conflict with a change of another that belongs to it", () => {
  expect(conflict({ type: "product", url: "" }, { url: "https://b.example/" })).toEqual(["type", "url"]);
  expect(conflict({ type: "content" }, { url: "https://b.example/" })).toEqual(["type", "url"]);
});

test("what is typed while a request is in progress is not part of what it saved", () => {
  const sent = { bio: "One", socials: [{ url: "https://a.example/" }] };
  const saved = { bio: "One.", socials: sent.socials };
  const socials = [{ url: "https://other.example/" }];
  expect(withLaterChanges(saved, { sent, current: sent })).toEqual(saved);
  expect(withLaterChanges(saved, { sent, current: { bio: "Two", socials } })).toEqual({
    bio: "Two",
    socials,
  });
});
