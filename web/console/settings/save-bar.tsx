import type { UseFormReturn } from "react-hook-form";
import { Button } from "../../ui/button.tsx";
import { FormErrorNotice } from "../../ui/form-actions.tsx";
import type { SettingsFormValues } from "./settings-draft.ts";

type SaveBarProps = {
  form: Pick<UseFormReturn<SettingsFormValues>, "formState">;
  isSaving: boolean;
  isSaved: boolean;
};

/** The bar with the button that saves the form, in view wherever the form is scrolled to. */
export function SaveBar({ form, isSaving, isSaved }: SaveBarProps) {
  return (
    <div className="save-bar sticky bottom-(--bottom-bar) z-10 -mx-4 grid grid-cols-1 gap-3 border-t border-line bg-ground px-4 py-3 sm:mx-0 sm:px-0">
      <FormErrorNotice form={form} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button type="submit" variant="primary" busy={isSaving || isSaved}>
          {isSaving ? "Saving…" : isSaved ? "Saved" : "Save changes"}
        </Button>
        {form.formState.isDirty && !isSaving && !isSaved && (
          <p className="text-sm text-muted">Not saved yet</p>
        )}
      </div>
    </div>
  );
}
