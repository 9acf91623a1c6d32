import type { UseFormReturn } from "react-hook-form";
import { Button } from "../../ui/button.tsx";
import { FormErrorNotice } from "../../ui/form-actions.tsx";
import { SaveBar } from "../save-bar.tsx";
import type { SettingsFormValues } from "./settings-draft.ts";

type SettingsSaveBarProps = {
  form: Pick<UseFormReturn<SettingsFormValues>, "formState">;
  isSaving: boolean;
  isSaved: boolean;
};

/** Saves the settings, and shows whether there are unsaved changes. */
export function SettingsSaveBar({ form, isSaving, isSaved }: SettingsSaveBarProps) {
  return (
    <SaveBar>
      <FormErrorNotice form={form} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button type="submit" variant="primary" busy={isSaving || isSaved}>
          {isSaving ? "Saving…" : isSaved ? "Saved" : "Save changes"}
        </Button>
        {form.formState.isDirty && !isSaving && !isSaved && (
          <p className="text-sm text-muted">Not saved yet</p>
        )}
      </div>
    </SaveBar>
  );
}
