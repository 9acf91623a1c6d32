import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { creatorRoutes, type HandleCheck } from "../../contract/api/creators.ts";
import { Handle } from "../../contract/rules/handles.ts";
import { limits } from "../../contract/rules/limits.ts";
import { request } from "./api.ts";
import { useSettled } from "./use-debounced-value.ts";

/** Checks a handle or a name. A failed check says nothing, because the form works without it. */
export const handleCheckQuery = (wanted: string) =>
  queryOptions({
    queryKey: ["handle-check", wanted],
    queryFn:
      wanted === ""
        ? skipToken
        : ({ signal }) =>
            request(creatorRoutes.checkHandle, {
              query: { wanted: wanted.slice(0, limits.displayName.max) },
              signal,
            }),
    retry: false,
    staleTime: 10_000,
    gcTime: 10_000,
  });

/** Returns whether a typed handle is free, after a pause in typing. Undefined while unknown, or for an invalid handle. */
export function useHandleCheck(typed: string, own?: string): HandleCheck | undefined {
  const handle = Handle.safeParse(typed).data;
  const wanted = handle === undefined || handle === own ? "" : handle;
  const settled = useSettled(wanted);
  const { data } = useQuery(handleCheckQuery(settled));
  return settled === wanted ? data : undefined;
}
