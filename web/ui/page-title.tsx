import { useSite } from "../lib/site-context.ts";

/** The title of a page in the browser's tab, with the site's name after it. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${useSite().name}`}</title>;
}
