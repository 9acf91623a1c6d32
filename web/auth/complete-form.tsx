import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { type Creator, creatorRoutes } from "../../contract/creators.ts";
import { limits } from "../../contract/limits.ts";
import { request } from "../lib/api.ts";
import { loadDraft } from "../lib/drafts/draft-store.ts";
import { useDraft } from "../lib/drafts/use-draft.ts";
import { setApiErrors } from "../lib/form-errors.ts";
import { setCurrentCreator } from "../lib/session.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input, Textarea } from "../ui/input.tsx";
import {
  FinishProfileDraft,
  type FinishProfileFormValues,
  FinishProfileInput,
  toFormValues,
} from "./finish-profile.ts";
import { HandleField } from "./handle-field.tsx";

type FinishProfile = z.output<typeof FinishProfileInput>;
const FALLBACK = "Could not save your profile. Please try again.";
const BIO_TOO_LONG = `Bio must be at most ${limits.bio.max} characters.`;

export function CompleteForm({
  creator,
  onSaved,
}: {
  creator: Creator;
  onSaved: () => void | Promise<void>;
}) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: async (input: FinishProfile) => (await request(creatorRoutes.save, { body: input })).creator,
    onSuccess: (saved) => setCurrentCreator(queryClient, saved),
  });
  const form = useForm<FinishProfileFormValues, unknown, FinishProfile>({
    // The one rule here that has no words of its own in the contract.
    resolver: zodResolver(FinishProfileInput, { error: () => BIO_TOO_LONG }),
    defaultValues: toFormValues(creator),
    mode: "onTouched",
  });
  const [storedDraft] = useState(() => loadDraft("finish-profile", creator.id));
  useDraft(form, {
    name: "finish-profile",
    creatorId: creator.id,
    id: null,
    schema: FinishProfileDraft,
    storedDraft,
  });
  const { errors } = form.formState;
  const draft = useWatch({ control: form.control });
  // Not the form's own `isValid`: that is false after a failed save too, which may well be tried again.
  const valid = FinishProfileInput.safeParse(draft).success;

  const submit = form.handleSubmit(async (input) => {
    try {
      await save.mutateAsync(input);
      await onSaved();
    } catch (error) {
      setApiErrors(form, error, { fields: ["handle", "displayName", "bio"], fallback: FALLBACK });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <HandleField
        label="Username (handle)"
        help={`${limits.handle.min} to ${limits.handle.max} lowercase letters, numbers, hyphen or underscore.`}
        error={errors.handle?.message}
        typed={draft.handle ?? ""}
        field={form.register("handle")}
      />
      <Field label="Display name" error={errors.displayName?.message}>
        {(control) => (
          <Input
            {...control}
            autoComplete="name"
            maxLength={limits.displayName.max}
            {...form.register("displayName")}
          />
        )}
      </Field>
      <Field
        label="Bio"
        optional
        error={errors.bio?.message}
        help={`${draft.bio?.length ?? 0} of ${limits.bio.max} characters`}
      >
        {(control) => <Textarea {...control} maxLength={limits.bio.max} {...form.register("bio")} />}
      </Field>
      {errors.root?.message && (
        <Alert tone="bad" role="alert">
          {errors.root.message}
        </Alert>
      )}
      <Button type="submit" variant="primary" disabled={!valid} busy={save.isPending}>
        {save.isPending ? "Saving…" : "Save and go to dashboard"}
      </Button>
    </form>
  );
}
