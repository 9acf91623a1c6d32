import { PRODUCT_NAME } from "../../../contract/rules/brand.ts";
import { texts } from "../../../contract/texts.ts";

const t = texts("mail_sender", { creator: "{name}, a creator at {host}" });

/** The sender of the installation's own emails. */
export type Operator = {
  name: string;
  host: string;
  /** The site's name, by default the product's. */
  siteName?: string | undefined;
};

/** Mail programs cut long names, but must not cut off the site after the name. */
const MAX_NAME = 32;
/** The shortest name that is found within words. Shorter ones are parts of too many words. */
const MIN_PART = 5;
const MIN_DOMAIN = 4;

/** Characters that look like another letter: Cyrillic, Greek, digits. */
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

/** Returns the words of a name as readers see them: without case, accents and punctuation, and with letters for characters that look like them. */
function wordsOf(name: string): string[] {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .split(/[^\p{L}\p{N}@$|]+/u)
    .map((word) => Array.from(word, (sign) => ALIKE[sign] ?? sign).join(""))
    .filter((word) => word !== "");
}

/** Returns whether a name contains the name of the site, the operator's sender or the host: as one or more words, or at its beginning or end. */
export function isLikeOperator(
  name: string,
  { name: operator, host, siteName = PRODUCT_NAME }: Operator,
): boolean {
  const words = wordsOf(name);
  const whole = words.join("");
  // `co` of `shop.co.uk` is too short to be a name.
  const domains = host
    .split(".")
    .slice(-2, -1)
    .filter((domain) => domain.length >= MIN_DOMAIN);
  const names = [siteName, operator, host, ...domains].map((each) => wordsOf(each).join(""));
  return names.some((target) => {
    if (target === "") return false;
    const isPart = target.length >= MIN_PART && (whole.startsWith(target) || whole.endsWith(target));
    return isPart || hasJoined(words, target);
  });
}

/** Returns whether consecutive words without the spaces between them equal the target. */
function hasJoined(words: readonly string[], target: string): boolean {
  return words.some((_word, start) => {
    let run = "";
    for (const word of words.slice(start)) {
      run += word;
      if (run === target) return true;
      if (run.length >= target.length) return false;
    }
    return false;
  });
}

/** Returns a creator's name as a sender. A name that readers could take for the operator's is followed by the site. */
export function creatorSender(name: string, operator: Operator): string {
  if (!isLikeOperator(name, operator)) return name;
  return t.creator({ name: Array.from(name).slice(0, MAX_NAME).join("").trim(), host: operator.host });
}
