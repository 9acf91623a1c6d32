import { expect, test } from "vitest";
import { FinishProfileInput, toFormValues } from "./finish-profile.ts";

const creator = { handle: "mara", display_name: "Mara Lindt", bio: null };

test("starts with the saved profile", () => {
  expect(toFormValues({ ...creator, bio: "I make pots." })).toEqual({
    handle: "mara",
    displayName: "Mara Lindt",
    bio: "I make pots.",
  });
  expect(toFormValues(creator).bio).toBe("");
});

test.each(["Signed in with Google", "Joined via Google.", "signed up through google", " From Google "])(
  "removes the default bio of a provider: %s",
  (bio) => {
    expect(toFormValues({ ...creator, bio }).bio).toBe("");
  },
);

test.each(["I design fonts with Google", "Made with love", "Ex-Google, now pots"])(
  "keeps a bio that the user wrote: %s",
  (bio) => {
    expect(toFormValues({ ...creator, bio }).bio).toBe(bio);
  },
);

test("saves the handle in lower case and an empty bio as null", () => {
  expect(FinishProfileInput.parse({ handle: " Mara_Lindt ", displayName: " Mara ", bio: "  " })).toEqual({
    handle: "mara_lindt",
    displayName: "Mara",
    bio: null,
  });
});

test.each([
  [{ handle: "ab" }, false],
  [{ handle: "a".repeat(33) }, false],
  [{ handle: "mara lindt" }, false],
  [{ handle: "a".repeat(32) }, true],
  [{ displayName: " " }, false],
  [{ displayName: "a".repeat(101) }, false],
  [{ bio: "a".repeat(500) }, true],
  [{ bio: "a".repeat(501) }, false],
])("applies the limits of handle, display name and bio: %j", (given, fine) => {
  expect(FinishProfileInput.safeParse({ ...toFormValues(creator), ...given }).success).toBe(fine);
});
