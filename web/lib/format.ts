const prices = new Map<string, Intl.NumberFormat>();

/** Returns what a buyer pays: "Free", or the amount. */
export function formatPrice(cents: number, currency: string): string {
  return cents === 0 ? "Free" : formatMoney(cents, currency);
}

/** Returns an amount of money: whole cents in the English locale, with a minus sign when it is negative. */
export function formatMoney(cents: number, currency: string): string {
  return formatAmount(cents, currency).replace("-", "−");
}

function formatAmount(cents: number, currency: string): string {
  const code = currency.toUpperCase();
  // A currency code that the platform cannot know (a typo of long ago) must not take the page down.
  if (!/^[A-Z]{3}$/.test(code)) return (cents / 100).toFixed(2);
  let format = prices.get(code);
  if (!format) {
    // Every currency is in hundredths; by itself Intl would round forints to whole ones.
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
    format = new Intl.NumberFormat("en", { style: "currency", currency: code, ...digits });
    prices.set(code, format);
  }
  return format.format(cents / 100);
}

/** First letters of the words of a name, upper case, at most two. */
export function initials(name: string): string {
  return firstLetters(name, 2);
}

/** The letter that stands for a tile or a person without a picture. */
export function firstLetter(title: string): string {
  return firstLetters(title, 1) || "•";
}

function firstLetters(text: string, most: number): string {
  return text
    .split(/\s+/)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? Array.from(word).slice(0, 1))
    .slice(0, most)
    .map((letter) => Array.from(letter.toUpperCase())[0])
    .join("");
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

/** A day in words, the same on the server and in every browser: `21 November 2026`. */
export function formatDay(iso: string): string {
  return day.format(new Date(iso));
}

/** A moment in words: `21 November 2026, 14:05 UTC`. */
export function formatTimestamp(iso: string): string {
  const moment = new Date(iso);
  return `${day.format(moment)}, ${clock.format(moment)} UTC`;
}
