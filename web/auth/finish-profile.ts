import { z } from "zod";
import { type Creator, ProfileInput } from "../../contract/creators.ts";

/** The part of the profile that a new person fills in; the rest stays as it is. */
export const FinishProfileInput = ProfileInput.pick({ handle: true, displayName: true, bio: true });
export type FinishProfileFormValues = z.input<typeof FinishProfileInput>;

/** The form as it is kept when the session ends under it. */
export const FinishProfileDraft: z.ZodType<FinishProfileFormValues> = z.object({
  handle: z.string(),
  displayName: z.string(),
  bio: z.string(),
});

/** What an external sign-in writes for lack of anything better: nobody's own words. */
const DEFAULT_BIO =
  /^((signed (in|up)|joined|registered|created|connected|account created) )?(with|via|through|from|using) (google|instagram)\W*$/i;

/** The form's first values: what is known of the person already. */
export function toFormValues(
  creator: Pick<Creator, "handle" | "display_name" | "bio">,
): FinishProfileFormValues {
  const bio = creator.bio ?? "";
  return {
    handle: creator.handle,
    displayName: creator.display_name,
    bio: DEFAULT_BIO.test(bio.trim()) ? "" : bio,
  };
}
