import { z } from "zod";
import type { PageImage } from "../api/images.ts";
import type { Language } from "../rules/languages.ts";
import { pageRoute } from "./page-route.ts";

const MISSING = { page: "letter-missing" } as const;

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
        image: Pick<PageImage, "url" | "alt"> | null;
        sentAt: string;
        published: boolean;
      };
    }
  | { page: "letter-missing" };

const handle = z.object({ handle: z.string() });

export const letterPages = {
  letters: pageRoute({
    method: "GET",
    path: "/@:handle/letters",
    renders: ["letters", "letter-missing", "creator-suspended"],
    notFound: MISSING,
    params: handle,
    query: z.object({ after: z.string().max(64).optional().catch(undefined) }),
    caching: "shared",
    redirectsSlash: true,
  }),
  /** Known to whoever has the email, whose key it carries; in no list unless its creator publishes it. */
  letter: pageRoute({
    method: "GET",
    path: "/@:handle/letters/:key",
    renders: ["letter", "letter-missing", "creator-suspended"],
    notFound: MISSING,
    params: handle.extend({ key: z.string() }),
    caching: "shared",
    redirectsSlash: true,
  }),
  /** Redirects to a link that is stored with the email, and to nothing else. */
  letterLink: pageRoute({
    method: "GET",
    path: "/@:handle/letters/:key/to/:place",
    renders: ["letter-missing"],
    notFound: MISSING,
    params: handle.extend({ key: z.string(), place: z.string().regex(/^\d{1,4}$/) }),
    caching: "private",
    referrerPolicy: "no-referrer",
  }),
};
