import type { z } from "zod";

/** Issues that no user input can cause. They mean that the draft is of another release or form. */
const MISFITS: ReadonlySet<z.core.$ZodIssue["code"]> = new Set([
  "invalid_type",
  "invalid_value",
  "invalid_key",
  "invalid_element",
  "unrecognized_keys",
]);

/**
 * Returns the values of a stored draft that fit the form's schema, or null.
 * A draft may break rules that its user can still satisfy: a required text may be empty, a URL half typed.
 */
export function restorableValues<Values extends object>(
  schema: z.ZodType<unknown, Values>,
  stored: unknown,
  defaults: Values,
): Values | null {
  if (typeof stored !== "object" || stored === null) return null;
  const values = withKnownFields(stored, defaults);
  const { error } = schema.safeParse(values);
  return error?.issues.some(isMisfit) ? null : values;
}

/** Returns the defaults, overridden by stored fields. */
export function withKnownFields<Values extends object>(stored: unknown, defaults: Values): Values {
  const fields = Object.keys(defaults);
  const known = Object.entries(stored ?? {}).filter(([field]) => fields.includes(field));
  return { ...defaults, ...Object.fromEntries(known) };
}

function isMisfit(issue: z.core.$ZodIssue): boolean {
  if (issue.code !== "invalid_union") return MISFITS.has(issue.code);
  return issue.errors.every((branch) => branch.some(isMisfit));
}
