import { useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { Creator, type ProfileInput } from "../../../contract/api/creators.ts";
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
  const section = useSectionForm(schema, { saved: creator, entity: Creator, toValues: valuesOf });
  const save = async (change: Partial<ProfileInput>, read: Creator) => {
    try {
      return await saveProfile(queryClient, toProfile(change, read), read);
    } catch (error) {
      // It may have been changed elsewhere.
      void queryClient.invalidateQueries(meQuery);
      throw error;
    }
  };
  return { form: section.form, section, schema, fields, save, leaves: true };
}
