import { useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Creator, ProfileInput } from "../../../contract/api/creators.ts";
import { meQuery, saveProfile } from "../../lib/session.ts";
import { useCreator } from "../creator-context.ts";
import { useSectionForm } from "./section-form.tsx";
import { type SettingsFormValues, toFormValues, toProfile } from "./settings-draft.ts";

/** The form of a section that is a part of the profile: the request leaves the others as they are. */
export function useProfileForm<Values extends Partial<SettingsFormValues>>(
  schema: z.ZodType<Partial<ProfileInput>, Values>,
  fields: Readonly<Record<keyof Values & string, string>>,
) {
  const creator = useCreator();
  const queryClient = useQueryClient();
  const valuesOf = (saved: Creator) => {
    const names = Object.keys(fields);
    return Object.fromEntries(
      Object.entries(toFormValues(saved)).filter(([name]) => names.includes(name)),
    ) as Values;
  };
  const form = useSectionForm(schema, valuesOf(creator));
  const save = async (change: Partial<ProfileInput>) => {
    const latest = queryClient.getQueryData(meQuery.queryKey);
    // Another tab may have signed in as another creator.
    const body = toProfile(change, latest?.id === creator.id ? latest : creator);
    return valuesOf(await saveProfile(queryClient, body));
  };
  return { form, schema, fields, save, leaves: true };
}
