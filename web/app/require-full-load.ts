import type { QueryClient } from "@tanstack/react-query";
import { type LoaderFunctionArgs, redirectDocument } from "react-router";
import { parseUrl } from "../../contract/urls.ts";
import { configQuery } from "../lib/config.ts";

/** For a page that may load the payment provider's library: the policy that allows it comes with the page's own document, so that is loaded anew when the way in led over another page. */
export function requireFullLoad(queryClient: QueryClient) {
  return async ({ request }: LoaderFunctionArgs) => {
    const { pathname, search } = new URL(request.url);
    if (documentPath() === pathname) return null;
    const config = await queryClient.ensureQueryData(configQuery).catch(() => null);
    if (config?.stripePublishableKey) throw redirectDocument(`${pathname}${search}`);
    return null;
  };
}

/** What the browser itself loaded, whatever was drawn since. */
function documentPath(): string | undefined {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded && parseUrl(loaded.name)?.pathname;
}
