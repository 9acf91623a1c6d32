import { expect, test } from "vitest";
import { z } from "zod";
import { ProfileInput } from "../api/creators.ts";
import { FeedbackInput } from "../api/feedback.ts";
import { fileRoutes } from "../api/files.ts";
import { ProductInput } from "../api/products.ts";
import { IdParams, type Route } from "../api/route.ts";
import { routes } from "../api/routes.ts";
import { TileInput } from "../api/tiles.ts";
import { readMessage } from "../texts.ts";
import { textsOf } from "./texts-of.test-kit.ts";

const social = { platform: "website", url: "https://a.example" };

/** Invalid values for a field or a whole body. */
const invalidValues: unknown[] = [
  undefined,
  null,
  true,
  -1,
  0.5,
  2 ** 60,
  1e308,
  Number.NaN,
  "",
  " ",
  "1.5",
  "nonsense",
  "a\nb",
  "x".repeat(30_000),
  [],
  [7],
  [{}],
  [{ ...social, platform: "x" }],
  [{ ...social, url: 7 }],
  Array(30).fill(social),
  Array(5001).fill("a@b.example"),
  {},
  { length: -1 },
];

const calls = Object.values(routes).flatMap((domain): Route[] => Object.values(domain));
const bodies = calls.flatMap(({ method, path, body }) => (body ? [{ name: `${method} ${path}`, body }] : []));
const texts = ["", "0", "-1", "1.5", "x", "1e309", "x".repeat(2048)];
/** A path contains each of its parameters once. A query may omit or repeat them. */
const addresses = calls.flatMap(({ method, path, params, query }) => {
  const name = `${method} ${path}`;
  return [
    ...(params ? [{ name, schema: params, spelled: texts }] : []),
    ...(query ? [{ name: `${name}?`, schema: query, spelled: [...texts, undefined, ["a", "b"]] }] : []),
  ];
});

function fieldsOf(schema: z.ZodType): string[] {
  const { properties } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.keys(properties ?? {});
}

function messagesOf(schema: z.ZodType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];
}

test.for(bodies)("$name rejects invalid input with messages of the product", ({ body }) => {
  const invalidFields = fieldsOf(body).flatMap((field) => invalidValues.map((value) => ({ [field]: value })));
  for (const value of [...invalidValues, ...invalidFields]) {
    for (const message of messagesOf(body, value)) {
      expect(readMessage(message), `${message} ${JSON.stringify(value)?.slice(0, 100)}`).toBeDefined();
    }
  }
});

test.for(addresses)(
  "$name rejects invalid parameters with messages of the product",
  ({ schema, spelled }) => {
    for (const name of Object.keys(schema.shape)) {
      for (const text of spelled) {
        // Only this parameter's messages, because a path always has its other parameters.
        const issues = schema.safeParse({ [name]: text }).error?.issues ?? [];
        for (const { message } of issues.filter(({ path }) => path[0] === name)) {
          expect(readMessage(message), `${message} ${name}=${String(text).slice(0, 100)}`).toBeDefined();
        }
      }
    }
  },
);

test("returns a message of the product for an invalid id or purpose in the URL", () => {
  for (const id of ["0", "-1", "1.5", "x", "1e309", "9007199254740993"]) {
    expect(textsOf(IdParams, { id })[0], id).toBe("The id must be a whole number above 0.");
  }
  expect(textsOf(fileRoutes.upload.query, { purpose: "x" })).toEqual([
    "Choose what the file is for: image or digital.",
  ]);
});

test.for([
  [ProductInput, undefined, "The request body is missing or not an object."],
  [ProductInput, { name: "x".repeat(201) }, "Name must be at most 200 characters."],
  [ProductInput, { name: "A", type: "car" }, "Choose a type."],
  [
    ProductInput,
    { name: "A", description: "x".repeat(5001) },
    "Description must be at most 5000 characters.",
  ],
  [
    ProfileInput,
    { handle: "anna", displayName: "A", bio: "x".repeat(501) },
    "Bio must be at most 500 characters.",
  ],
  [
    ProfileInput,
    { handle: "anna", displayName: "A", socials: Array(21).fill(social) },
    "Add at most 20 social links.",
  ],
  [TileInput, { type: "car", title: "A" }, "Choose a type."],
  [TileInput, "text", "The request body is missing or not an object."],
  [
    FeedbackInput,
    { category: "bug", message: "x".repeat(4001), page: "/" },
    "Message must be at most 4000 characters.",
  ],
] as const)("%#: gives exactly one plain message", ([schema, value, message]) => {
  expect(textsOf(schema, value)).toEqual([message]);
});
