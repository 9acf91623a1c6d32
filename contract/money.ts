const formats = new Map<string, Intl.NumberFormat>();

/** Returns an amount of money: hundredths in the English locale, with a minus sign when it is negative. */
export function formatMoney(cents: number, currency: string): string {
  return formatAmount(cents, currency).replace("-", "−");
}

function formatAmount(cents: number, currency: string): string {
  const code = currency.toUpperCase();
  // A currency code that the platform cannot know (a typo of long ago) must not take the page down.
  if (!/^[A-Z]{3}$/.test(code)) return (cents / 100).toFixed(2);
  let format = formats.get(code);
  if (!format) {
    // Every currency is in hundredths; by itself Intl would round forints to whole ones.
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
    format = new Intl.NumberFormat("en", { style: "currency", currency: code, ...digits });
    formats.set(code, format);
  }
  return format.format(cents / 100);
}
