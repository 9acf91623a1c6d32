import { aCreatorPage } from "./buyer-entities.ts";
import { renderPage } from "./render-page.tsx";

/** Renders a creator's public page as visitors see it, without tiles by default. */
export const renderCreatorPage = (
  changes?: Parameters<typeof aCreatorPage>[0],
  options?: Parameters<typeof renderPage>[1],
) => renderPage(aCreatorPage(changes), options);
