import fresh from "fresh";

/** The encodings of a page, the smallest first. */
const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Returns the encoding that an Accept-Encoding header prefers, or undefined if it accepts none. */
export function chooseEncoding(
  header: string | undefined,
  encodings: readonly Encoding[] = ENCODINGS,
): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const entry of header?.toLowerCase().split(",") ?? []) {
    const [name = "", ...parameters] = entry.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
    weights.set(name, weight === undefined ? 1 : Number(weight.replace(/^q\s*=/, "")));
  }
  const weigh = (name: Encoding) => weights.get(name) ?? weights.get("*") ?? 0;
  const accepted = encodings.filter((name) => weigh(name) > 0);
  return accepted.sort((a, b) => weigh(b) - weigh(a))[0];
}

/** Returns true when an If-None-Match header contains the tag, strong or weak, or is `*`. */
export function namesEtag(header: string | undefined, etag: string): boolean {
  return fresh({ "if-none-match": header }, { etag });
}
