import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { z } from "zod";
import { limits } from "../../contract/rules/limits.ts";

/** A page number in a URL, from 1. Anything else is the first page. */
export const UrlPage = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .transform(Number)
  .catch(1);

/** The URL state of a list that has only pages. */
export const PageState = z.object({ page: UrlPage });

/** A search in a URL, cut to the length of its field. */
export const UrlSearch = z
  .string()
  .transform((search) => search.trim().slice(0, limits.search.max))
  .catch("");

type Change<State> = Partial<State>;
type Options = { replace?: boolean };

/**
 * State in the URL's query, described by a schema whose fields each have a `catch` value. The URL leaves out values equal to
 * these and keeps unknown parameters. A change does not scroll the page.
 */
export function useUrlState<Schema extends z.ZodObject>(schema: Schema) {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => parseUrlState(schema, params), [schema, params]);
  const setState = useCallback(
    (change: Change<z.output<Schema>>, options?: Options) =>
      setParams((before) => serializeUrlState(schema, before, change), {
        ...options,
        preventScrollReset: true,
      }),
    [schema, setParams],
  );
  return [state, setState] as const;
}

/** Returns the state of a query, with defaults for invalid values. */
export function parseUrlState<Schema extends z.ZodObject>(
  schema: Schema,
  params: URLSearchParams,
): z.output<Schema> {
  return schema.parse(Object.fromEntries(params));
}

/** Returns the query after a change, without default values. */
export function serializeUrlState<Schema extends z.ZodObject>(
  schema: Schema,
  before: URLSearchParams,
  change: Change<z.output<Schema>>,
): URLSearchParams {
  const next = new URLSearchParams(before);
  const defaults: Record<string, unknown> = schema.parse({});
  const state: Record<string, unknown> = { ...parseUrlState(schema, before), ...change };
  for (const [name, value] of Object.entries(state)) {
    if (value === defaults[name]) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** Returns a query without some of its parameters. */
export const withoutParams = (query: URLSearchParams, names: readonly string[]) =>
  new URLSearchParams([...query].filter(([name]) => !names.includes(name)));
