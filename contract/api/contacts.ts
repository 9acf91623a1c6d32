import { z } from "zod";
import { Email, maxLengthText, objectBody, withoutDirectionControls } from "../rules/fields.ts";
import { codeText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";

export const contactMessages = defineMessages("contacts", {
  missing: "Enter an email, a phone number or a WhatsApp number.",
  phone: "Enter the number with + and the country code, such as +49 30 1234567.",
});
export const CONTACT_NAME_LENGTH = 100;
/** Room for spaces and brackets. */
export const TYPED_PHONE_LENGTH = 40;

/** The details of a contact block. Numbers are in the form of E.164: `+49301234567`. */
export const Contact = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  whatsapp: z.string().nullable(),
});
export type Contact = z.infer<typeof Contact>;

const emptyAsNull = (value: unknown) => (typeof value === "string" && value.trim() === "" ? null : value);

const Phone = codeText(contactMessages.phone, TYPED_PHONE_LENGTH)
  .transform((typed) => typed.replace(/[\s()./-]/g, "").replace(/^00/, "+"))
  .refine((number) => /^\+[1-9]\d{5,14}$/.test(number), { error: contactMessages.phone });

/** A contact as entered. Empty fields are null. */
export const ContactInput = objectBody({
  name: maxLengthText("Name", CONTACT_NAME_LENGTH).overwrite(withoutDirectionControls).nullish(),
  email: z.preprocess(emptyAsNull, Email.nullish()),
  phone: z.preprocess(emptyAsNull, Phone.nullish()),
  whatsapp: z.preprocess(emptyAsNull, Phone.nullish()),
})
  .refine(({ email, phone, whatsapp }) => email || phone || whatsapp, {
    error: contactMessages.missing,
    path: ["email"],
  })
  .transform(
    ({ name, email, phone, whatsapp }): Contact => ({
      name: name || null,
      email: email ?? null,
      phone: phone ?? null,
      whatsapp: whatsapp ?? null,
    }),
  );
export type ContactInput = z.input<typeof ContactInput>;
