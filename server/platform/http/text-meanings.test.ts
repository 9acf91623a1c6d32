import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Route } from "../../../contract/api/route.ts";
import { routes } from "../../../contract/api/routes.ts";
import { type Meaning, secretOf } from "../../../contract/rules/meanings.ts";
import { meaningOf } from "../../../contract/rules/text-fields.ts";
import { walkInput } from "../../testing/adversarial-input.ts";

type TextField = { name: string; schema: z.ZodType; meaning: Meaning | undefined };

const calls: Route[] = Object.values(routes).flatMap((domain): Route[] => Object.values(domain));
const fields = calls.flatMap((call) =>
  (["params", "query", "body"] as const).flatMap((place) => {
    const found: TextField[] = [];
    const schema = call[place];
    if (schema)
      walkInput(schema, (each, path) => {
        // Formats of the standard, such as a date, have one notation each.
        if (!(each instanceof z.ZodString) || each.format) return;
        found.push({
          name: `${call.method} ${call.path} ${path.join(".")}`,
          schema: each,
          meaning: meaningOf(each),
        });
      });
    return found;
  }),
);

const decomposed = (text: string) => text.normalize("NFD");
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const arabicDigits = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + +digit));
const joined = (text: string) => text.replaceAll("fi", "ﬁ");
const invisibleInside = (text: string) => `${text.slice(0, 3)}\u200b${text.slice(3)}`;
const invisibleAround = (text: string) => `\u200e\u2060${text}\u200b\ufeff`;

const NUMBERS = ["fine-art-42", "123456", "DE123456789", "#00aaff", "2026-11-27T18:00", "Europe/Berlin"];
/** Plain texts, and how the same ones look when they come from another device or program. */
const TWINS: Readonly<Record<Meaning, { plain: string[]; twins: ((text: string) => string)[] }>> = {
  secret: { plain: ["Käse-Brötchen-fi-77"], twins: [decomposed, fullWidth, joined] },
  identifier: {
    plain: [...NUMBERS, "fine@office.example"],
    twins: [decomposed, fullWidth, arabicDigits, joined, invisibleInside, invisibleAround],
  },
  code: {
    plain: NUMBERS,
    twins: [
      decomposed,
      fullWidth,
      arabicDigits,
      joined,
      invisibleInside,
      invisibleAround,
      (text) => text.replaceAll("-", "–"),
    ],
  },
  name: { plain: ["Crème brûlée für Zoë", "/"], twins: [decomposed, invisibleAround] },
  url: { plain: ["https://example.com/caf%C3%A9?q=1", "anna.example"], twins: [invisibleAround] },
  machine: { plain: [], twins: [] },
};

/** The stored value of a field, or its error. */
function outcomeOf({ schema, meaning }: TextField, text: string): unknown {
  const { data, error } = schema.safeParse(text);
  if (error) return { messages: error.issues.map(({ message }) => message) };
  return { stored: meaning === "secret" ? secretOf(String(data)) : data };
}

test("has a meaning for every text of every input", () => {
  expect(fields.length).toBeGreaterThan(200);
  expect(fields.filter(({ meaning }) => meaning === undefined).map(({ name }) => name)).toEqual([]);
});

describe("treats texts of the same meaning as equal", () => {
  for (const meaning of ["secret", "identifier", "code", "name", "url"] as const) {
    const { plain, twins } = TWINS[meaning];
    test.for(fields.filter((field) => field.meaning === meaning))("$name", (field) => {
      for (const text of plain) {
        const expected = outcomeOf(field, text);
        for (const twin of twins) expect(outcomeOf(field, twin(text)), twin(text)).toEqual(expected);
      }
    });

    test(`accepts some text as a ${meaning}`, () => {
      const accepted = fields
        .filter((field) => field.meaning === meaning)
        .filter(({ schema }) => plain.some((text) => schema.safeParse(text).success));
      expect(accepted.length).toBeGreaterThan(0);
    });
  }
});
