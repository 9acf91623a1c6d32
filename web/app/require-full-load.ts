import type { QueryClient } from "@tanstack/react-query";
import { type LoaderFunctionArgs, redirectDocument } from "react-router";
import { parseUrl } from "../../contract/rules/urls.ts";
import { configQuery } from "../lib/config.ts";

/** The loader of pages that use the payment provider's library. Only their own document has the security policy that allows it, so a navigation within the console becomes a full page load. */
export function requireFullLoad(queryClient: QueryClient) {
  return async ({ request }: LoaderFunctionArgs) => {
    const { pathname, search } = new URL(request.url);
    if (documentPath() === pathname) return null;
    const config = await queryClient.ensureQueryData(configQuery).catch(() => null);
    if (config?.stripePublishableKey) throw redirectDocument(`${pathname}${search}`);
    return null;
  };
}

/** The path of the loaded document, whatever page is rendered now. */
function documentPath(): string | undefined {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded && parseUrl(loaded.name)?.pathname;
}
