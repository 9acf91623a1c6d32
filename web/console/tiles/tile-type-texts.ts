import { limits } from "../../../contract/rules/limits.ts";
import { isClickable, TILE_TYPE_NAMES, type TileType } from "../../../contract/rules/tile-types.ts";
import { t } from "../../../contract/texts.ts";

/** The types with the form's explanations. */
export const TILE_TYPE_TEXTS: Record<TileType, { label: string; help: string }> = {
  link: { label: t("Link"), help: t("Opens a URL in a new tab.") },
  link_ad: {
    label: t("Link or ad (paid)"),
    help: t(
      "A link that you are paid for: visitors see “Ad” on it, and search engines are told that it is sponsored.",
    ),
  },
  product: { label: t("Product"), help: t("Sells one of your products.") },
  tip: { label: t("Tip"), help: t("Lets visitors support you.") },
  content: { label: t("Content"), help: t("A link to a video, an article or a post, with a play icon.") },
  heading: {
    label: t("Heading"),
    help: t("A title between tiles, which nobody can click."),
  },
  text: { label: t("Text"), help: t("A text on your page, with headings, quotes and lists.") },
  questions: { label: t("Questions"), help: t("Questions whose answers visitors unfold.") },
  picture: { label: t("Picture"), help: t("A picture in full width, without a link.") },
  gallery: {
    label: t("Gallery"),
    help: t("Up to {max, plural, one {# picture} other {# pictures}} in rows, without links.", {
      max: limits.galleryImages.max,
    }),
  },
  countdown: {
    label: t("Countdown"),
    help: t("Counts the days, hours and minutes to its end, and leaves your page then."),
  },
  goal: {
    label: t("Goal"),
    help: t("Shows how much of a goal is reached, from tips, sales, or set by hand."),
  },
  contact: {
    label: t("Contact"),
    help: t("Email, phone and WhatsApp, and a file for the contacts of a phone."),
  },
  event: {
    label: t("Event"),
    help: t(
      "A date with its place and tickets. The events of a section are shown by date, and leave your page when they are over.",
    ),
  },
  signup: {
    label: t("Signup"),
    help: t(
      "Collects emails of visitors who want your news. They confirm by email, then you find them under Audience.",
    ),
  },
};

export const TILE_TYPE_OPTIONS = TILE_TYPE_NAMES.map((type) => ({
  value: type,
  label: TILE_TYPE_TEXTS[type].label,
}));

/** The types that do not count as tiles of the Free plan. */
export const BLOCK_TYPE_OPTIONS = TILE_TYPE_OPTIONS.filter(({ value }) => !isClickable({ type: value }));
