/** Whole cents of an amount as people type it: `12`, `12.5`, `12,50 EUR`, `1,250.00`. What is no number is NaN. */
export function centsFromText(text: string): number {
  const plain = withPoint(text.replace(/[\s€$£]|eur/gi, ""));
  // By exponent, because 1.005 * 100 is a little less than 100.5.
  return plain === "" ? Number.NaN : Math.round(Number(`${plain}e2`));
}

/** The amount with a point as its only separator. */
function withPoint(text: string): string {
  const point = text.lastIndexOf(".");
  const comma = text.lastIndexOf(",");
  if (comma === -1) return text;
  if (point > comma) return text.replaceAll(",", "");
  if (point !== -1) return text.replaceAll(".", "").replace(",", ".");
  return /^-?\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(",", "") : text.replace(",", ".");
}

/** Cents as the price field shows them. */
export function textFromCents(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** A fee for people: `5.00%`. */
export function formatFee(feeBps: number): string {
  return `${(feeBps / 100).toFixed(2)}%`;
}
