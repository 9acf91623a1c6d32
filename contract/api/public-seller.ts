import { z } from "zod";

/** The seller details shown with every product. */
export const PublicSeller = z.object({
  name: z.string(),
  country: z.string(),
  is_trader: z.boolean(),
  /** Shown beside goods. */
  delivery_time: z.string().nullable().default(null),
});
export type PublicSeller = z.infer<typeof PublicSeller>;
