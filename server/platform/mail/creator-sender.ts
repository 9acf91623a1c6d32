import { PRODUCT_NAME } from "../../../contract/rules/brand.ts";
import { texts } from "../../../contract/texts.ts";

const t = texts("mail_sender", { creator: "{name}, a creator at {host}" });

/** Who sends the installation's own emails. */
export type Operator = { name: string; host: string };

/** Mail programs cut long names: what makes it unmistakable must not be cut off. */
const MAX_NAME = 32;
/** Shorter names are parts of too many others. */
const MIN_PART = 5;
const MIN_DOMAIN = 4;

/** Signs that look like another letter: Cyrillic, Greek, digits. */
const ALIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["a", "а α @4"],
    ["b", "в β 8"],
    ["c", "с ϲ"],
    ["e", "е ε 3"],
    ["h", "н һ"],
    ["j", "ј"],
    ["k", "к κ"],
    ["l", "i ι і ı 1 | ӏ"],
    ["m", "м"],
    ["n", "η п"],
    ["o", "о ο 0"],
    ["p", "р ρ"],
    ["s", "ѕ 5 $"],
    ["t", "т τ 7"],
    ["u", "υ"],
    ["v", "ν"],
    ["x", "х χ"],
    ["y", "у γ"],
  ].flatMap(([letter = "", signs = ""]) => [...signs.replaceAll(" ", "")].map((sign) => [sign, letter])),
);

/** Returns the words of a name as they look: without case, accents and signs, and with letters in place of what looks like them. */
function wordsOf(name: string): string[] {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .split(/[^\p{L}\p{N}@$|]+/u)
    .map((word) => Array.from(word, (sign) => ALIKE[sign] ?? sign).join(""))
    .filter((word) => word !== "");
}

/** Returns whether a creator is called like the product, the operator's sender or the site: alone, as one of several words, or with something written to it. */
export function isLikeOperator(name: string, { name: operator, host }: Operator): boolean {
  const words = wordsOf(name);
  const whole = words.join("");
  // Such as `co` of `shop.co.uk`: too short to be a name.
  const domains = host
    .split(".")
    .slice(-2, -1)
    .filter((domain) => domain.length >= MIN_DOMAIN);
  const names = [PRODUCT_NAME, operator, host, ...domains].map((each) => wordsOf(each).join(""));
  return names.some((one) => {
    if (one === "") return false;
    const isPart = one.length >= MIN_PART && (whole.startsWith(one) || whole.endsWith(one));
    return isPart || hasRun(words, one);
  });
}

/** Returns whether some words in a row are written together the given one. */
function hasRun(words: readonly string[], one: string): boolean {
  return words.some((_word, start) => {
    let run = "";
    for (const word of words.slice(start)) {
      run += word;
      if (run === one) return true;
      if (run.length >= one.length) return false;
    }
    return false;
  });
}

/** Returns what a creator is called as a sender: a name that readers could take for the operator's says whose it is. */
export function creatorSender(name: string, operator: Operator): string {
  if (!isLikeOperator(name, operator)) return name;
  return t.creator({ name: Array.from(name).slice(0, MAX_NAME).join("").trim(), host: operator.host });
}
