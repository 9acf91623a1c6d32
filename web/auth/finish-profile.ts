import type { z } from "zod";
import { type Creator, ProfileInput } from "../../contract/api/creators.ts";

/** The profile fields that a new user fills in. Other fields stay unchanged. */
export const FinishProfileInput = ProfileInput.pick({ handle: true, displayName: true, bio: true });
export type FinishProfileFormValues = z.input<typeof FinishProfileInput>;

/** Default bios of sign-ins by a provider. */
const DEFAULT_BIO =
  /^((signed (in|up)|joined|registered|created|connected|account created) )?(with|via|through|from|using) (google|instagram)\W*$/i;

/** Returns the form's initial values, without a default bio. */
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
