import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { z } from "zod";
import { limits } from "../../contract/rules/limits.ts";

/** A page number in a URL, from 1; anything else is the first page. */
export const UrlPage = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .transform(Number)
  .catch(1);

/** The part of the URL of a list that is only turned from page to page. */
export const PageState = z.object({ page: UrlPage });

/** A search in a URL, as long as its field allows. */
export const UrlSearch = z
  .string()
  .transform((search) => search.trim().slice(0, limits.search.max))
  .catch("");

type Change<State> = Partial<State>;
type Options = { replace?: boolean };

/**
 * State in the query of the URL, described by a schema whose fields each have a `catch` value. Values equal to
 * these are left out of the URL; parameters that the schema does not name stay. A change does not scroll the page.
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

/** Returns the state that a query describes; what it names wrongly gets its default. */
export function parseUrlState<Schema extends z.ZodObject>(
  schema: Schema,
  params: URLSearchParams,
): z.output<Schema> {
  return schema.parse(Object.fromEntries(params));
}

/** Returns the query after a change, without the values that are the defaults. */
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
