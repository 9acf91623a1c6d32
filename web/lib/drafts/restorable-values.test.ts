import { expect, test } from "vitest";
import { z } from "zod";
import { restorableValues } from "./restorable-values.ts";

const Schema = z
  .object({
    kind: z.enum(["link", "product"]),
    title: z.string().trim().min(1),
    url: z.union([z.literal(""), z.url()]),
    links: z.array(z.object({ url: z.string() })),
    productId: z.number().nullable(),
  })
  .check((context) => {
    if (context.value.kind === "product" && context.value.productId === null)
      context.issues.push({ code: "custom", input: context.value, path: ["productId"], message: "Missing." });
  })
  .transform(({ title }) => title.length);
const defaults: z.input<typeof Schema> = { kind: "link", title: "", url: "", links: [], productId: null };
const restore = (stored: unknown) => restorableValues(Schema, stored, defaults);

test("restores values that break the form's rules as they were typed", () => {
  const typed = { ...defaults, title: "  Film ", url: "not yet a U", links: [{ url: "x" }] };
  expect(restore(typed)).toEqual(typed);
  expect(restore({ ...defaults, title: "   " })).toEqual({ ...defaults, title: "   " });
  expect(restore({ ...defaults, kind: "product" })).toEqual({ ...defaults, kind: "product" });
});

test("fills the remaining fields from a draft of a release with other fields", () => {
  expect(restore({ title: "Film", colour: "red" })).toEqual({ ...defaults, title: "Film" });
});

test.each([
  ["text", "Film"],
  ["nothing", null],
  ["an option that no longer exists", { ...defaults, kind: "embed" }],
  ["a field of another type", { ...defaults, title: 5 }],
  ["a list of something else", { ...defaults, links: ["x"] }],
  ["neither branch of a union", { ...defaults, url: 7 }],
])("does not restore %s", (_, stored) => {
  expect(restore(stored)).toBeNull();
});
