import { expect, test } from "vitest";
import { toPublicUrl, toStoredUrl } from "./own-url.ts";

const SITE = "https://tessera.example";

test("stores an image of this site as a path, which survives a change of the public URL", () => {
  const stored = toStoredUrl(`${SITE}/uploads/abc/960.webp`, SITE);
  expect(stored).toBe("/uploads/abc/960.webp");
  expect(toPublicUrl(stored, "https://new.example")).toBe("https://new.example/uploads/abc/960.webp");
});

test.for([
  "https://pictures.example/uploads/abc/960.webp",
  "https://tessera.example.evil.example/uploads/abc",
  `${SITE}/dashboard`,
  `${SITE}`,
])("keeps %s unchanged", (url) => {
  expect(toStoredUrl(url, SITE)).toBe(url);
  expect(toPublicUrl(url, SITE)).toBe(url);
});

test("keeps null for a missing image", () => {
  expect(toStoredUrl(null, SITE)).toBeNull();
  expect(toPublicUrl(null, SITE)).toBeNull();
});
