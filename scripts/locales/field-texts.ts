/** The sentences about fields of the console, and the names of the fields that they are shown for. */
const SENTENCES: readonly (readonly [nouns: readonly string[], sentences: readonly string[]])[] = [
  [
    [
      ...[
        "Title",
        "Subject",
        "Body",
        "Display name",
        "Legal name",
        "Postal address",
        "Phone number",
        "Register",
      ],
      ...["Tax note", "Delivery time", "Note on withdrawals", "Announcement", "Bio", "Description", "Place"],
      ...["Image description", "Button", "Consent", "Link", "Link label", "CTA label", "The offer's text"],
      ...["Source", "Campaign", "Website", "Tracking", "Domain", "Payment account", "Reason", "Law or rule"],
      ...["Objection", "Value", "Password"],
    ],
    [
      "{noun} is required.",
      "{noun} must be at most {max} characters.",
      "{noun} must be on one line.",
      "{noun} must not contain invisible control characters.",
    ],
  ],
  [["Password", "Subject", "Body"], ["{noun} must be at least {min} characters."]],
  [
    [
      ...["Destination URL", "Link", "Website", "Terms", "CTA link", "URL"],
      ...["Image", "Avatar", "Background image", "Cover image"],
    ],
    [
      "{noun} must be a valid URL (include http:// or https://).",
      "{noun} is too long: at most {max} characters. A short link helps.",
      "{noun} begins with http:// or https:// twice. Remove one of them.",
      "{noun} has an invisible character in it. Type that part again.",
      "{noun} must have a host after http:// or https://, such as https://example.com.",
    ],
  ],
  [
    ["Price", "Shipping", "Shipping abroad", "Amount", "The minimum", "The offer's price", "Stock"],
    ["{noun} must be a number of 0 or more.", "{noun} must be at most {max, number}."],
  ],
  [
    ["Start", "End", "The start", "The end", "The time"],
    [
      "{noun} must be a date and a time, such as 2026-11-27T18:00.",
      "{noun} must be a date of the calendar with a time from 00:00 to 23:59.",
      "{noun} must be from {first} to {last}.",
    ],
  ],
];

/** Returns the sentences about fields of the console, with the names of the fields in them. */
export const CONSOLE_FIELD_TEXTS: readonly string[] = SENTENCES.flatMap(([nouns, sentences]) =>
  sentences.flatMap((sentence) => nouns.map((noun) => sentence.replace("{noun}", noun))),
);
