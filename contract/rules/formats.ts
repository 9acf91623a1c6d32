const formats = new Map<string, Intl.NumberFormat>();

/** Returns an amount of money: hundredths as a language writes them, English without one, with a minus sign when it is negative. */
export function formatMoney(cents: number, currency: string, language = "en"): string {
  return formatAmount(cents, currency, language).replace("-", "−");
}

function formatAmount(cents: number, currency: string, language: string): string {
  const code = currency.toUpperCase();
  // A stored currency code may be invalid (an old typo); the page must still render.
  if (!/^[A-Z]{3}$/.test(code)) return (cents / 100).toFixed(2);
  const key = `${language} ${code}`;
  let format = formats.get(key);
  if (!format) {
    // Every currency is in hundredths; without this Intl would round forints to whole ones.
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
    format = new Intl.NumberFormat(language, { style: "currency", currency: code, ...digits });
    formats.set(key, format);
  }
  return format.format(cents / 100);
}

const numbers = new Map<string, Intl.NumberFormat>();

/** Returns a number with the separators of a language. */
export function formatNumber(value: number, language = "en"): string {
  const format = numbers.get(language) ?? new Intl.NumberFormat(language);
  numbers.set(language, format);
  return format.format(value);
}
