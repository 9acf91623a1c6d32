import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Creator, type ProfileInput } from "../../../contract/api/creators.ts";
import { meQuery, saveProfile } from "../../lib/session.ts";
import { useCreator } from "../creator-context.ts";
import { connectQuery } from "../payouts/connect-queries.ts";
import { useSectionForm } from "./section-form.tsx";
import { type SettingsFormValues, settingsInput, toFormValues, toProfile } from "./settings-draft.ts";

/** The form of one section of the profile. A save does not change fields of other sections. A change of plan reloads the platform fee. */
export function useProfileForm<const Name extends keyof SettingsFormValues>(
  fields: Readonly<Record<Name, string>>,
) {
  const creator = useCreator();
  const queryClient = useQueryClient();
  const [schema] = useState(() => settingsInput(fields));
  const toValues = (saved: Creator) => {
    const values = Object.entries(toFormValues(saved)).filter(([name]) => name in fields);
    return Object.fromEntries(values) as Pick<SettingsFormValues, Name>;
  };
  const section = useSectionForm(schema, { fields, saved: creator, entity: Creator, toValues });
  const save = async (change: Partial<ProfileInput>, read: Creator) => {
    try {
      const saved = await saveProfile(queryClient, toProfile(change, read), read);
      if ("plan" in change) void queryClient.invalidateQueries(connectQuery);
      return saved;
    } catch (error) {
      // The profile may have been changed elsewhere.
      void queryClient.invalidateQueries(meQuery);
      throw error;
    }
  };
  return { form: section.form, field: section.field, props: { section, save, leaves: true } };
}
