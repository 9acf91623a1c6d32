import type { IncomingMessage } from "node:http";
import type { Rejection } from "./stripe-charges.test-kit.ts";
import type { Problem } from "./stripe-contract.test-kit.ts";

export type Fields = Record<string, string>;
export type StubResponse = { status: number; body: object };

/** Reads the line items of a session from the form fields of its request. */
export function linesOf(fields: Fields) {
  const field = (at: number, name: string) => fields[`line_items[${at}][price_data]${name}`];
  const lines: { name: string; amount: string; currency: string }[] = [];
  for (let at = 0; field(at, "[unit_amount]") !== undefined; at++) {
    const name = field(at, "[product_data][name]") ?? "";
    lines.push({ name, amount: field(at, "[unit_amount]") ?? "", currency: field(at, "[currency]") ?? "" });
  }
  return lines;
}

/** Returns whether `expand[]` requests a part or one below it. */
export function expandedBy(fields: Fields): (part: string) => boolean {
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith("expand[") ? [value] : [],
  );
  return (part) => parts.some((given) => given === part || given.startsWith(`${part}.`));
}

/** An error in the form that Stripe gives it. */
export const problem = (
  status: number,
  code: string | undefined,
  message: string,
  more: { param?: string } = {},
): StubResponse =>
  toResponse({
    status,
    error: { type: "invalid_request_error", message, ...(code ? { code } : {}), ...more },
  });

export const ok = (body: object): StubResponse => ({ status: 200, body });
export const failure = (status: number, code = "parameter_invalid"): StubResponse =>
  problem(status, code, `refused with ${status}`);

/** The error for a request that Stripe's types refuse. */
export function refusal({ code, param }: Problem): StubResponse {
  return problem(400, code, `${code}: ${param}`, { param });
}

export function toResponse(outcome: Rejection | object): StubResponse {
  if (!("error" in outcome)) return { status: 200, body: outcome };
  const { status, error } = outcome;
  return { status, body: { error } };
}

export async function readAll(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
