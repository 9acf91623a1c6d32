import type { Device, EventType } from "../../../contract/api/analytics.ts";
import { nameOf } from "../../../contract/rules/formats.ts";
import { t, text } from "../../../contract/texts.ts";

const SOURCES: ReadonlyMap<string, string> = new Map([
  ["direct", text("Direct / unknown")],
  ["unknown", text("Unknown")],
  ["email", text("Email / newsletter")],
  ["google", text("Google search")],
]);

/** Returns the label of a traffic source: known ones by name, others capitalised. */
export function sourceLabel(source: string): string {
  const words = source.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const known = SOURCES.get(source);
  return known ? t(known) : words.map(capitalize).join(" ") || t("Unknown");
}

function capitalize(word: string): string {
  const [first = "", ...others] = word;
  return first.toUpperCase() + others.join("");
}

/** The labels of the events. */
export const EVENT_LABELS: Record<EventType, string> = {
  page_view: t("Page viewed"),
  tile_click: t("Tile clicked"),
  checkout_start: t("Checkout started"),
  purchase: t("Purchase"),
  profile_share: t("Page shared"),
  signup: t("Signup confirmed"),
  play: t("Tile played"),
};

export const DEVICE_LABELS: Record<Device, string> = {
  mobile: t("Mobile"),
  desktop: t("Desktop"),
  tablet: t("Tablet"),
};

const NO_FLAG = "🏳️";
/** From the letter A to its regional indicator; two of those make a flag. */
const TO_INDICATOR = 0x1f1e6 - 0x41;

/** A country's flag and English name. An invalid code keeps its letters, with a plain flag. */
export function countryLabel(code: string): { flag: string; name: string } {
  const letters = code.toUpperCase();
  const name = /^[A-Z]{2}$/.test(letters) && letters !== "ZZ" ? nameOf(letters, "region") : undefined;
  if (name === undefined)
    return { flag: NO_FLAG, name: letters ? t("Unknown ({letters})", { letters }) : t("Unknown") };
  const indicators = Array.from(letters, (letter) => letter.charCodeAt(0) + TO_INDICATOR);
  return { flag: String.fromCodePoint(...indicators), name };
}
