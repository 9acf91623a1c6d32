import type { PageSite } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { type Head, PROMISE } from "../page-head.ts";

/** The head of the landing page. */
export const landingHead = ({ name }: PageSite): Head => ({
  title: t("{name}: one page for all you make and sell", { name }),
  description: t(PROMISE),
  canonical: paths.landing(),
});
