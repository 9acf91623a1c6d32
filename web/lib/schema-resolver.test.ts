import { expect, test } from "vitest";
import { z } from "zod";
import { ProfileInput } from "../../contract/api/creators.ts";
import { fieldMessages } from "../../contract/rules/fields.ts";
import { schemaResolver } from "./schema-resolver.ts";

const Schema = z.object({
  message: z.string().min(1, { error: fieldMessages.required({ noun: "Message" }) }),
  note: z.string().max(3, { error: "A text of the form." }),
  socials: ProfileInput.shape.socials,
});

/** An element as React Hook Form keeps it, which refers to itself. */
const element = { name: "message", message: "fields.type", parent: {} };
element.parent = element;

test("shows the texts of messages, also in nested fields, and leaves elements alone", async () => {
  const values = { message: "", note: "long", socials: [{ platform: "website", url: "javascript:" }] };
  const { errors } = await schemaResolver(Schema)(values as never, undefined, {
    fields: { message: { name: "message", ref: element } },
    shouldUseNativeValidation: false,
  });
  expect(errors).toMatchObject({
    message: { message: "Message is required.", ref: element },
    note: { message: "A text of the form." },
    socials: [{ url: { message: "Website: enter an address such as https://example.com." } }],
  });
  expect(element.message).toBe("fields.type");
});

test("returns the parsed values of a valid form", async () => {
  const values = { message: "Hello", note: "", socials: [] };
  const options = { fields: {}, shouldUseNativeValidation: false };
  expect(await schemaResolver(Schema)(values, undefined, options)).toEqual({ values, errors: {} });
});
