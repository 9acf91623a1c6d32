import type { z } from "zod";
import { type Creator, ProfileInput } from "../../contract/api/creators.ts";

/** The fields of the profile that a new user fills in; the others are not changed. */
export const FinishProfileInput = ProfileInput.pick({ handle: true, displayName: true, bio: true });
export type FinishProfileFormValues = z.input<typeof FinishProfileInput>;

/** Default bios of external sign-ins. */
const DEFAULT_BIO =
  /^((signed (in|up)|joined|registered|created|connected|account created) )?(with|via|through|from|using) (google|instagram)\W*$/i;

/** Returns the form's initial values; a default bio becomes empty. */
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
