import type { QueryClient } from "@tanstack/react-query";
import { type LoaderFunctionArgs, matchPath, redirectDocument } from "react-router";
import { consolePageRoutes } from "../../contract/pages/console-page-routes.ts";
import { parseUrl } from "../../contract/rules/urls.ts";
import { configQuery } from "../lib/config.ts";

/** Loader of pages with the payment provider's library. Only their own document has the security policy for it, so a navigation within the console becomes a full page load. */
export function requireFullLoad(queryClient: QueryClient) {
  return async ({ request }: LoaderFunctionArgs) => {
    const { pathname, search } = new URL(request.url);
    if (documentPath() === pathname) return null;
    const config = await queryClient.ensureQueryData(configQuery).catch(() => null);
    if (config?.stripePublishableKey) throw redirectDocument(`${pathname}${search}`);
    return null;
  };
}

const UPLOADING = [consolePageRoutes.products.path, consolePageRoutes.editedProduct.path];

/** Loader of the page that sends large files to a bucket. In the console, only the documents of products have the policy for it. */
export function requireUploadPolicy(queryClient: QueryClient) {
  return async ({ request }: LoaderFunctionArgs) => {
    const loaded = documentPath();
    if (loaded === undefined || UPLOADING.some((path) => matchPath(path, loaded))) return null;
    const config = await queryClient.ensureQueryData(configQuery).catch(() => null);
    const { pathname, search, hash } = new URL(request.url);
    if (config && config.directUploadBytes !== null) throw redirectDocument(`${pathname}${search}${hash}`);
    return null;
  };
}

/** The part of Permissions-Policy that the browser reports; other browsers allow passkeys on every page. */
type Policy = { featurePolicy?: { allowsFeature(feature: string): boolean } };

/** Loader of the page that adds passkeys. In the console, only its own document has the policy for it. */
export function requirePasskeyPolicy({ request }: LoaderFunctionArgs): null {
  const { pathname, search, hash } = new URL(request.url);
  const { featurePolicy } = document as Document & Policy;
  const isAllowed = featurePolicy?.allowsFeature("publickey-credentials-create") ?? true;
  if (!isAllowed && documentPath() !== pathname) throw redirectDocument(`${pathname}${search}${hash}`);
  return null;
}

/** The path of the loaded document, regardless of the current page. */
function documentPath(): string | undefined {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded && parseUrl(loaded.name)?.pathname;
}
