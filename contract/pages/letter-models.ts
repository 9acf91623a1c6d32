import type { Language } from "../rules/languages.ts";
import type { ProductImage } from "./page-product.ts";

/** The creator on the pages of their emails. */
type LetterCreator = { handle: string; display_name: string; language: Language };

/** A published email in a list. */
export type ListedLetter = { key: string; subject: string; sentAt: string };

/** The models of the pages of emails to an audience, without any recipient's data. */
export type LetterModel =
  | {
      page: "letters";
      creator: LetterCreator;
      /** The creator's published emails, newest first. */
      letters: ListedLetter[];
      /** The key at which the next page begins, or null on the last page. */
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
