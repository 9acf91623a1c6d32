import { z } from "zod";

/** The errors of an input: messages by field, and those that belong to no field. */
export const ErrorDetails = z.object({
  fieldErrors: z.record(z.string(), z.array(z.string())),
  formErrors: z.array(z.string()),
  /** The total that an order costs now, in minor units. */
  totalCents: z.number().optional(),
});
export type ErrorDetails = z.infer<typeof ErrorDetails>;

/** The format of every response with status 400 or above. */
export const ErrorBody = z.object({
  error: z.string(),
  code: z.string(),
  details: ErrorDetails.optional(),
  /** Only on status 500: identifies the request in the log. */
  requestId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Returns the messages of a failed parse, in the order of the schema's keys. */
export function toErrorDetails(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): ErrorDetails {
  const details: ErrorDetails = { fieldErrors: {}, formErrors: [] };
  for (const { path, message } of issues) {
    const field = path[0];
    if (field === undefined) details.formErrors.push(message);
    else {
      const key = String(field);
      const messages = Object.hasOwn(details.fieldErrors, key) ? (details.fieldErrors[key] ?? []) : [];
      Object.defineProperty(details.fieldErrors, key, {
        value: [...messages, message],
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
  return details;
}

export { firstMessage } from "../rules/rules.ts";
