import type { Language } from "../rules/languages.ts";
import type { ProductImage } from "./page-product.ts";

/** The creator on the pages of their emails. */
type LetterCreator = { handle: string; display_name: string; language: Language };

/** The pages of emails to an audience. They hold nothing of any recipient. */
export type LetterModel =
  | {
      page: "letters";
      creator: LetterCreator;
      /** Those that the creator has published, newest first. */
      letters: { key: string; subject: string; sentAt: string }[];
      /** The key after which the next page begins; null on the last one. */
      next: string | null;
      isFirst: boolean;
    }
  | {
      page: "letter";
      creator: LetterCreator;
      letter: {
        key: string;
        subject: string;
        body: string;
        cta: { label: string; url: string } | null;
        image: Omit<ProductImage, "focus"> | null;
        sentAt: string;
        published: boolean;
      };
    }
  | { page: "letter-missing" };
