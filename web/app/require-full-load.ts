import type { QueryClient } from "@tanstack/react-query";
import { type LoaderFunctionArgs, matchPath, redirectDocument } from "react-router";
import { consolePageRoutes } from "../../contract/pages/console-page-routes.ts";
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

const UPLOADING = [consolePageRoutes.products.path, consolePageRoutes.editedProduct.path];

/** The loader of the page that sends large files to a bucket, where the installation does: of the console, only the documents of it and of the list have the policy that allows it. */
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

/** What browsers that know the header tell about it; others allow passkeys on every page. */
type Policy = { featurePolicy?: { allowsFeature(feature: string): boolean } };

/** The loader of the page on which passkeys are added: of the console, only its own document has the policy that allows it. */
export function requirePasskeyPolicy({ request }: LoaderFunctionArgs): null {
  const { pathname, search, hash } = new URL(request.url);
  const { featurePolicy } = document as Document & Policy;
  const isAllowed = featurePolicy?.allowsFeature("publickey-credentials-create") ?? true;
  if (!isAllowed && documentPath() !== pathname) throw redirectDocument(`${pathname}${search}${hash}`);
  return null;
}

/** The path of the loaded document, whatever page is rendered now. */
function documentPath(): string | undefined {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded && parseUrl(loaded.name)?.pathname;
}
