import { z } from "zod";
import { PageChangeKind } from "../api/funnel.ts";
import { readerLanguage } from "./reader-language.ts";

/** The weekly digest of a creator's page. `main`: the analytics. `end`: unsubscribes with one click. */
export const digestMail = <Link extends z.ZodType>(link: Link) =>
  z.object({
    mail: z.literal("weekly-digest"),
    ...readerLanguage,
    /** The first and last day (UTC) of the week. */
    from: z.iso.date(),
    to: z.iso.date(),
    views: z.number(),
    viewsBefore: z.number(),
    clicks: z.number(),
    clicksBefore: z.number(),
    signups: z.number(),
    paid: z.number(),
    paidBefore: z.number(),
    /** The net of real sales before the provider's fee. */
    kept: z.array(z.object({ currency: z.string(), cents: z.number() })),
    bestTile: z.string().nullable(),
    bestSource: z.string().nullable(),
    /** The source with the largest change of visits. */
    mover: z.object({ source: z.string(), difference: z.number() }).nullable(),
    changes: z.array(z.object({ kind: PageChangeKind, title: z.string().nullable() })),
    links: z.object({ main: link, end: link }),
  });
