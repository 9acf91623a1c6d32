import { z } from "zod";

/** The part of the seller details that is shown with everything that is sold. */
export const PublicSeller = z.object({
  name: z.string(),
  country: z.string(),
  is_trader: z.boolean(),
  /** Shown beside goods. */
  delivery_time: z.string().nullable().default(null),
});
export type PublicSeller = z.infer<typeof PublicSeller>;
