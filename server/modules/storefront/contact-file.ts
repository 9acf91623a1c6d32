import type { Contact } from "../../../contract/api/contacts.ts";
import { contentLines, escapeText } from "./content-lines.ts";

/** Returns a vCard 3.0 (RFC 2426), which every phone reads. `url` is the creator's page. */
export function contactFile(
  { name, email, phone, whatsapp }: Contact & { name: string },
  url: string,
): string {
  const full = escapeText(name.replace(/\s+/g, " ").trim());
  const mobile = whatsapp !== phone && whatsapp;
  return contentLines([
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:;${full};;;`,
    `FN:${full}`,
    ...(email ? [`EMAIL;TYPE=INTERNET:${escapeText(email)}`] : []),
    ...(phone ? [`TEL;TYPE=VOICE:${phone}`] : []),
    ...(mobile ? [`TEL;TYPE=CELL:${mobile}`] : []),
    `URL:${url}`,
    "END:VCARD",
  ]);
}
