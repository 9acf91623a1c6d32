import { z } from "zod";
import { readMessage, sentence } from "../texts.ts";

/** The errors of an input: messages by field, and messages without a field. */
export const ErrorDetails = z.object({
  fieldErrors: z.record(z.string(), z.array(z.string())),
  formErrors: z.array(z.string()),
  /** The ids of the messages, in the same places. */
  fieldCodes: z.record(z.string(), z.array(z.string())).optional(),
  formCodes: z.array(z.string()).optional(),
  /** The current total of an order in minor units. */
  totalCents: z.number().optional(),
  /** The saved values that differ from the client's base. */
  current: z.unknown().optional(),
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

/** An error of an input. Its message is a message of the catalogue, which Zod keeps as a string. */
export type Issue = { path: readonly PropertyKey[]; message: string };
const textOf = ({ message }: Issue) => sentence(message);
const codeOf = ({ message }: Issue) => readMessage(message)?.id ?? "unknown";

/** Returns the messages and ids of a failed parse, in the order of the schema's keys. */
export function toErrorDetails(issues: readonly Issue[]): ErrorDetails {
  const byField = new Map<string, Issue[]>();
  for (const issue of issues.filter(({ path }) => path.length > 0)) {
    const field = String(issue.path[0]);
    byField.set(field, [...(byField.get(field) ?? []), issue]);
  }
  const ofForm = issues.filter(({ path }) => path.length === 0);
  const ofFields = (read: (issue: Issue) => string) =>
    Object.fromEntries([...byField].map(([field, found]) => [field, found.map(read)]));
  return {
    fieldErrors: ofFields(textOf),
    formErrors: ofForm.map(textOf),
    fieldCodes: ofFields(codeOf),
    formCodes: ofForm.map(codeOf),
  };
}

export { firstMessage } from "../rules/rules.ts";
