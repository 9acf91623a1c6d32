import type { Device, EventType } from "../../../contract/api/analytics.ts";
import { nameOf } from "../../../contract/rules/formats.ts";

const SOURCES: ReadonlyMap<string, string> = new Map([
  ["direct", "Direct / unknown"],
  ["unknown", "Unknown"],
  ["email", "Email / newsletter"],
  ["google", "Google search"],
]);

/** Returns the label of a traffic source: known ones by name, others capitalised. */
export function sourceLabel(source: string): string {
  const words = source.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return SOURCES.get(source) ?? (words.map(capitalize).join(" ") || "Unknown");
}

function capitalize(word: string): string {
  const [first = "", ...others] = word;
  return first.toUpperCase() + others.join("");
}

/** The labels of the events. */
export const EVENT_LABELS: Record<EventType, string> = {
  page_view: "Page viewed",
  tile_click: "Tile clicked",
  checkout_start: "Checkout started",
  purchase: "Purchase",
  profile_share: "Page shared",
  signup: "Signup confirmed",
  play: "Tile played",
};

export const DEVICE_LABELS: Record<Device, string> = {
  mobile: "Mobile",
  desktop: "Desktop",
  tablet: "Tablet",
};

const NO_FLAG = "🏳️";
/** From the letter A to its regional indicator; two of those make a flag. */
const TO_INDICATOR = 0x1f1e6 - 0x41;

/** A country's flag and English name. An invalid code keeps its letters, with a plain flag. */
export function countryLabel(code: string): { flag: string; name: string } {
  const letters = code.toUpperCase();
  const name = /^[A-Z]{2}$/.test(letters) && letters !== "ZZ" ? nameOf(letters, "region") : undefined;
  if (name === undefined) return { flag: NO_FLAG, name: letters ? `Unknown (${letters})` : "Unknown" };
  const indicators = Array.from(letters, (letter) => letter.charCodeAt(0) + TO_INDICATOR);
  return { flag: String.fromCodePoint(...indicators), name };
}
