import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect } from "react";
import { useSearchParams } from "react-router";
import { withoutParams } from "../../lib/use-url-state.ts";
import { connectQuery } from "./connect-queries.ts";

const PARAMETER = "onboarding";

type Options = { section: RefObject<HTMLElement | null>; renew: () => void };

/** Handles the return from the provider: `return` reads the state again, `refresh` requests a new link for one that expired. */
export function useReturnFromOnboarding({ section, renew }: Options): void {
  const queryClient = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const returned = query.get(PARAMETER);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return
  useEffect(() => {
    if (returned === null) return;
    section.current?.scrollIntoView({ block: "start" });
    void queryClient.invalidateQueries(connectQuery);
    if (returned === "refresh") renew();
    // Removed from the URL, so that a reload does not count as a second return.
    setQuery((before) => withoutParams(before, [PARAMETER]), { replace: true, preventScrollReset: true });
  }, [returned]);
}
