import { describe, expect, test } from "vitest";
import { z } from "zod";
import { bodyLimitOf, type Route } from "../../../contract/api/route.ts";
import { routes } from "../../../contract/api/routes.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { toSocialUrl } from "../../../contract/rules/socials.ts";
import { adversarialTexts, pumpedValues, walkInput } from "../../testing/adversarial-input.ts";
import { expectLinear } from "../../testing/costs.ts";

const calls: Route[] = Object.values(routes).flatMap((domain): Route[] => Object.values(domain));
const inputs = calls.flatMap((call) =>
  (["params", "query", "body"] as const).flatMap((place) => {
    const schema = call[place];
    return schema ? [{ name: `${call.method} ${call.path}: ${place}`, schema }] : [];
  }),
);

/** Quadratic code takes many seconds for so many characters. */
const PUMPED = [...adversarialTexts(100_000)];

describe("rejects too long texts of each input before transforming them", () => {
  test.for(inputs)("$name", ({ schema }) => {
    walkInput(schema, (found, path) => {
      const shown = path.join(".");
      if (found instanceof z.ZodString) {
        const kinds = (found._zod.def.checks ?? []).map((check) => check._zod.def.check);
        const first = kinds.find((kind) => kind !== "min_length");
        expect(first, `${shown} has no limit on its length, or is transformed before`).toBe("max_length");
      }
      // `boundedList` cuts the list before this schema reads it.
      if (found instanceof z.ZodArray) {
        expect(path.at(-1), `${shown} is a list of any length`).toBe("boundedList");
      }
    });
  });
});

describe("parses each input in linear time", () => {
  const part = (text: string, share: number) => text.slice(0, share * text.length);

  test.for(inputs)("$name", async ({ schema }) => {
    for (const text of PUMPED) {
      const [short, long] = [0.25, 1].map((share) => [...pumpedValues(schema, part(text, share))]);
      for (const [index, { field }] of (long ?? []).entries()) {
        await expectLinear(
          (share) => schema.safeParse((share === 1 ? long : short)?.[index]?.value),
          `${field}: ${text.slice(0, 20)}…`,
        );
      }
    }
  });

  test("parses a social link in linear time even without a limit of its length", async () => {
    for (const text of PUMPED) {
      for (const platform of ["instagram", "website"] as const) {
        await expectLinear(
          (share) => toSocialUrl(platform, part(text, share)),
          `${platform}: ${text.slice(0, 20)}…`,
        );
      }
    }
  });
});

describe("accepts the largest input of a route within its body limit", () => {
  /** The bytes of a character as a JSON escape. Emails are plain ASCII. */
  const ESCAPED = 6;
  const largest = (schema: z.ZodType): number => {
    const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    return bytesOf(json as Json);
  };
  type Json = {
    type?: string;
    format?: string;
    maxLength?: number;
    maxItems?: number;
    items?: Json;
    properties?: Record<string, Json>;
    anyOf?: Json[];
    enum?: unknown[];
  };
  const bytesOf = (schema: Json): number => {
    const { type, maxLength = 0, maxItems = 0, items, properties = {}, anyOf = [] } = schema;
    const own =
      type === "string"
        ? 2 + (schema.enum ? 40 : maxLength * (maxLength === limits.email.max ? 1 : ESCAPED))
        : type === "array" && items
          ? 2 + maxItems * (bytesOf(items) + 1)
          : 24;
    const inner = Object.entries(properties).reduce(
      (sum, [name, each]) => sum + name.length + 4 + bytesOf(each),
      0,
    );
    return Math.max(own + inner, ...anyOf.map(bytesOf));
  };

  test.for(calls.filter((call) => call.body).map((call) => ({ call, name: `${call.method} ${call.path}` })))(
    "$name",
    ({ call }) => {
      const needed = largest(call.body as z.ZodType);
      expect(needed).toBeGreaterThan(24);
      expect(needed).toBeLessThanOrEqual(bodyLimitOf(call));
      // The limit is not much larger than the largest input.
      expect(bodyLimitOf(call)).toBeLessThanOrEqual(Math.max(16 * 1024, needed * 1.5));
    },
  );
});
