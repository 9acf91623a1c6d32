import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { z } from "zod";
import { FeedbackInput, feedbackRoutes } from "../../../contract/api/feedback.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { saveDraft } from "../../lib/drafts/draft-store.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { setApiErrors } from "../../lib/form-errors.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";

export type FeedbackFormValues = Pick<FeedbackInput, "category" | "message" | "page"> & { title: string };

const FeedbackForm = z
  .custom<FeedbackFormValues>()
  .transform((draft): z.input<typeof FeedbackInput> => draft)
  .pipe(FeedbackInput);
const EMPTY: FeedbackFormValues = { category: "feature", title: "", message: "", page: "/" };
const CLOSES_AFTER_MS = 2200;

type Options = { page: string; creatorId: number; onDone: () => void };

/** The form and its submission. It keeps its values while the dialog is closed. `onDone` runs some time after a success. */
export function useFeedback({ page, creatorId, onDone }: Options) {
  const form = useForm<FeedbackFormValues, unknown, FeedbackInput>({
    resolver: schemaResolver(FeedbackForm),
    defaultValues: EMPTY,
  });
  useFormDraft("feedback", form, FeedbackForm, { creatorId });
  useSaveDraftOnPageHide(form, creatorId);
  const {
    mutateAsync,
    isPending,
    isSuccess: isSent,
    reset,
  } = useMutation({
    mutationFn: (body: FeedbackInput) => request(feedbackRoutes.submit, { body }),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: starts when the feedback was sent
  useEffect(() => {
    if (!isSent) return;
    const timer = setTimeout(() => {
      reset();
      onDone();
    }, CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSent]);

  const submit = () => {
    if (isPending) return;
    form.setValue("page", page);
    void form.handleSubmit(async (input) => {
      try {
        await mutateAsync(input);
        form.reset(EMPTY);
      } catch (error) {
        setApiErrors(form, error, {
          fields: ["title", "message"],
          fallback: t("Could not send feedback. Please try again."),
        });
      }
    })();
  };
  return { form, submit, isSending: isPending, isSent, resetSent: reset };
}

/** Stores unsent text for the next page load in this tab. */
function useSaveDraftOnPageHide(
  form: UseFormReturn<FeedbackFormValues, unknown, FeedbackInput>,
  creatorId: number,
) {
  useEffect(() => {
    const store = () => {
      const values = form.getValues();
      if (values.title === "" && values.message === "") return;
      saveDraft("feedback", { creatorId, id: null, values });
    };
    window.addEventListener("pagehide", store);
    return () => window.removeEventListener("pagehide", store);
  }, [form, creatorId]);
}
