import type { z } from "zod";

/** Issues of values that no user could have entered: the draft is of another release, or of no form at all. */
const MISFITS: ReadonlySet<z.core.$ZodIssue["code"]> = new Set([
  "invalid_type",
  "invalid_value",
  "invalid_key",
  "invalid_element",
  "unrecognized_keys",
]);

/**
 * Returns the values of a stored draft that a form can be filled with, or null when they do not fit its schema.
 * A draft may break every rule that its user can still satisfy: a required text may be empty, a URL half typed.
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

/** Returns the defaults with those of their fields that are stored. */
export function withKnownFields<Values extends object>(stored: unknown, defaults: Values): Values {
  const fields = Object.keys(defaults);
  const known = Object.entries(stored ?? {}).filter(([field]) => fields.includes(field));
  return { ...defaults, ...Object.fromEntries(known) };
}

function isMisfit(issue: z.core.$ZodIssue): boolean {
  if (issue.code !== "invalid_union") return MISFITS.has(issue.code);
  return issue.errors.every((branch) => branch.some(isMisfit));
}
