import { expect, test } from "vitest";
import { DEFAULT_SITE, type Site } from "../../../../contract/rules/site.ts";
import { inWords } from "../check.ts";
import { assessSite as assess } from "./site.ts";

const assessSite = (...given: Parameters<typeof assess>) => inWords(assess(...given));

const atelier: Site = {
  ...DEFAULT_SITE,
  name: "Atelier",
  contact: "hello@atelier.example",
  documents: { imprint: "/imprint", privacy: "/privacy", terms: "https://company.example/terms" },
};

test("names every missing setting of a public site", () => {
  expect(assessSite(DEFAULT_SITE, "https://atelier.example")).toMatchObject({
    verdict: "warning",
    seen: "https://atelier.example is public, but SITE_NAME, SITE_CONTACT, SITE_IMPRINT, SITE_PRIVACY, SITE_TERMS are not set",
  });
  const documents = { imprint: "/imprint", privacy: "/privacy" };
  expect(assessSite({ ...atelier, documents }, "https://atelier.example").seen).toBe(
    "https://atelier.example is public, but SITE_TERMS is not set",
  );
});

test.each(["http://localhost:3000", "http://192.168.1.20:3000", "https://shop.internal"])(
  "warns of nothing at %s, which is not public",
  (publicUrl) => {
    expect(assessSite(DEFAULT_SITE, publicUrl)).toMatchObject({ verdict: "ok", advice: null });
  },
);

test("is satisfied with a complete site", () => {
  expect(assessSite(atelier, "https://atelier.example")).toEqual({
    verdict: "ok",
    seen: "Atelier, with contact, imprint, privacy and terms",
    advice: null,
  });
});
