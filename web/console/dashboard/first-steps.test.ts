import { expect, test } from "vitest";
import { doneSteps } from "./first-steps.ts";

const creator = { bio: null, avatar_url: null, socials: [] };
const nothing = { creator, tileCount: 0, summary: undefined, hasShared: false };

test("returns no completed step for a new creator", () => {
  expect([...doneSteps(nothing)]).toEqual([]);
  expect([...doneSteps({ ...nothing, summary: [{ event: "page_view", count: 0 }] })]).toEqual([]);
});

test("completes a step by a tile, any part of a profile, and a visit or shared link", () => {
  expect([...doneSteps({ ...nothing, tileCount: 1 })]).toEqual(["tile"]);
  for (const part of [
    { bio: "I bake." },
    { avatar_url: "/uploads/a.webp" },
    { socials: [{ platform: "website" as const, url: "https://example.org" }] },
  ])
    expect([...doneSteps({ ...nothing, creator: { ...creator, ...part } })]).toEqual(["profile"]);
  expect([...doneSteps({ ...nothing, hasShared: true })]).toEqual(["share"]);
  expect([...doneSteps({ ...nothing, summary: [{ event: "page_view", count: 1 }] })]).toEqual(["share"]);
});
