import { z } from "zod";
import { CreatorEmailInput } from "../../../contract/api/audience-campaigns.ts";
import type { Letter } from "../../../contract/api/letters.ts";
import { t } from "../../../contract/texts.ts";
import type { EmailContent } from "../../widgets/email/email-fields.tsx";

/** The values of the editor. `imageUrl` is empty without a picture. */
export type LetterContent = EmailContent & { imageUrl: string; imageAlt: string };

/** Validates the form with the server's schema for sending. */
export const EmailForm = z
  .custom<LetterContent>()
  .transform((values): z.input<typeof CreatorEmailInput> => values)
  .pipe(CreatorEmailInput);

export const EMPTY: LetterContent = {
  subject: "",
  body: "",
  ctaLabel: "",
  ctaUrl: "",
  imageUrl: "",
  imageAlt: "",
};

export const LETTER_LABELS = {
  subject: t("Subject"),
  body: t("Body"),
  ctaLabel: t("Button"),
  ctaUrl: t("Link of the button"),
  imageUrl: t("Picture"),
  imageAlt: t("Image description"),
};

/** Returns the form values of a draft, or empty ones. */
export const toFormValues = (letter: Letter | null): LetterContent =>
  letter === null
    ? EMPTY
    : {
        subject: letter.subject,
        body: letter.body,
        ctaLabel: letter.cta_label,
        ctaUrl: letter.cta_url,
        imageUrl: letter.image_url ?? "",
        imageAlt: letter.image_alt,
      };
