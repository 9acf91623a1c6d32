import { expect, test } from "vitest";
import { z } from "zod";
import type { Route } from "../../contract/api/route.ts";
import { routes } from "../../contract/api/routes.ts";
import { catalogue, readMessage } from "../../contract/texts.ts";
import { requiredTexts } from "./scope.ts";
import { sourceTexts } from "./source-texts.ts";

/** Values that a person may type into a field. */
const TYPED = [
  "",
  "x",
  "x".repeat(30_000),
  "a\nb",
  "a\u200bb",
  "https://",
  "https://https://a.example",
  `https://a.example/${"x".repeat(9000)}`,
  "2027-02-31T10:00",
  "1900-01-01T10:00",
  -1,
  1e9,
];
/** Only programs send values of another type. */
const OF_PROGRAMS = /must be (text|true or false)\.$/;

/** Returns the sentences about the fields of a body, with their names in them. */
function sentencesOf(body: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  const issues = Object.keys(properties).flatMap((field) =>
    TYPED.flatMap((value) => body.safeParse({ [field]: value }).error?.issues ?? []),
  );
  return issues.flatMap(({ message }) => {
    const { id = "", params } = readMessage(message) ?? {};
    const english = catalogue.get(id);
    return english?.includes("{noun}") ? [english.replaceAll("{noun}", String(params?.noun))] : [];
  });
}

test("requires a translation of each message about a field that a person can fill in", () => {
  const calls = Object.values(routes).flatMap((area): Route[] => Object.values(area));
  const sentences = new Set(calls.flatMap(({ body }) => (body ? sentencesOf(body) : [])));
  const required = new Set(requiredTexts(sourceTexts(), "de").map(({ english }) => english));
  expect(sentences.size).toBeGreaterThan(50);
  expect([...sentences].filter((each) => !OF_PROGRAMS.test(each) && !required.has(each))).toEqual([]);
});
