import { fieldMessages } from "./fields.ts";
import { limits } from "./limits.ts";
import { codeText } from "./text-fields.ts";

type Format = { pattern: RegExp; example: string };

/** The VAT IDs of EU members and Northern Ireland, without separators (https://ec.europa.eu/taxation_customs/vies, "Frequently asked questions", Q11). Only the tax office knows whether a VAT ID is in use. */
const EU_FORMATS: Readonly<Record<string, Format>> = {
  AT: { pattern: /^U\d{8}$/, example: "ATU12345678" },
  BE: { pattern: /^[01]\d{9}$/, example: "BE0123456789" },
  BG: { pattern: /^\d{9,10}$/, example: "BG123456789" },
  CY: { pattern: /^\d{8}[A-Z]$/, example: "CY12345678X" },
  CZ: { pattern: /^\d{8,10}$/, example: "CZ12345678" },
  DE: { pattern: /^\d{9}$/, example: "DE123456789" },
  DK: { pattern: /^\d{8}$/, example: "DK12345678" },
  EE: { pattern: /^\d{9}$/, example: "EE123456789" },
  EL: { pattern: /^\d{9}$/, example: "EL123456789" },
  ES: { pattern: /^(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/, example: "ESX1234567X" },
  FI: { pattern: /^\d{8}$/, example: "FI12345678" },
  FR: { pattern: /^[A-HJ-NP-Z\d]{2}\d{9}$/, example: "FRXX123456789" },
  HR: { pattern: /^\d{11}$/, example: "HR12345678901" },
  HU: { pattern: /^\d{8}$/, example: "HU12345678" },
  IE: { pattern: /^(?:\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/, example: "IE1234567WA" },
  IT: { pattern: /^\d{11}$/, example: "IT12345678901" },
  LT: { pattern: /^(?:\d{9}|\d{12})$/, example: "LT123456789" },
  LU: { pattern: /^\d{8}$/, example: "LU12345678" },
  LV: { pattern: /^\d{11}$/, example: "LV12345678901" },
  MT: { pattern: /^\d{8}$/, example: "MT12345678" },
  NL: { pattern: /^[A-Z\d+*]{12}$/, example: "NL123456789B01" },
  PL: { pattern: /^\d{10}$/, example: "PL1234567890" },
  PT: { pattern: /^\d{9}$/, example: "PT123456789" },
  RO: { pattern: /^\d{2,10}$/, example: "RO1234567890" },
  SE: { pattern: /^\d{10}01$/, example: "SE123456789001" },
  SI: { pattern: /^\d{8}$/, example: "SI12345678" },
  SK: { pattern: /^\d{10}$/, example: "SK1234567890" },
  XI: { pattern: /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/, example: "XI123456789" },
};

const GENERAL: Format = { pattern: /^[A-Z\d][A-Z\d+*]{3,}$/, example: "DE123456789" };
const TOO_LONG = fieldMessages.tooLong({ noun: "VAT ID", max: limits.vatId.max });

/** An optional VAT ID. With the prefix of an EU country, it must have that country's form. Other VAT IDs have letters and digits. Becomes upper case without separators. Empty text becomes null. */
export const VatId = codeText(fieldMessages.notText({ noun: "VAT ID" }), limits.vatId.max, TOO_LONG)
  .overwrite((value) => value.replaceAll(/[\s./-]/g, "").toUpperCase())
  .superRefine((value, context) => {
    if (value === "") return;
    const known = EU_FORMATS[value.slice(0, 2)];
    const { pattern, example } = known ?? GENERAL;
    if (pattern.test(known ? value.slice(2) : value)) return;
    context.addIssue({ code: "custom", message: fieldMessages.vatIdExample({ example }) });
  })
  .transform((value) => value || null);
