import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import { sentence } from "../../contract/texts.ts";

/** Returns the resolver of a form, which checks its values by a schema and shows the texts of the schema's messages. */
export function schemaResolver<Values extends FieldValues, Output>(
  schema: z.ZodType<Output, Values>,
): Resolver<Values, unknown, Output> {
  const resolve = zodResolver(schema);
  return async (values, context, options) => {
    const result = await resolve(values, context, options);
    showTexts(result.errors);
    return result;
  };
}

/** Replaces the messages in errors, which are nested as the fields of the form are. `ref` is an element of the page. */
function showTexts(errors: object): void {
  for (const [key, value] of Object.entries(errors)) {
    if (key === "message" && typeof value === "string") Object.assign(errors, { message: sentence(value) });
    else if (key !== "ref" && typeof value === "object" && value !== null) showTexts(value);
  }
}
