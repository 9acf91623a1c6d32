import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { z } from "zod";
import { FeedbackCategory, FeedbackInput, feedbackRoutes } from "../../../contract/feedback.ts";
import { request } from "../../lib/api.ts";
import { type StoredDraft, saveDraft } from "../../lib/drafts/draft-store.ts";
import { useDraft } from "../../lib/drafts/use-draft.ts";
import { setApiErrors } from "../../lib/form-errors.ts";

export type FeedbackFormValues = Pick<FeedbackInput, "category" | "message" | "page"> & { title: string };

const FeedbackForm = z
  .custom<FeedbackFormValues>()
  .transform((draft): z.input<typeof FeedbackInput> => draft)
  .pipe(FeedbackInput);
const FeedbackDraft = z.object({
  category: FeedbackCategory,
  title: z.string(),
  message: z.string(),
  page: z.string(),
});
const EMPTY: FeedbackFormValues = { category: "feature", title: "", message: "", page: "/" };
const CLOSES_AFTER_MS = 2200;

type Options = { page: string; creatorId: number; storedDraft: StoredDraft | null; onDone: () => void };

/** The form, which outlives the panel, and its submission. `onDone` runs some time after a success. */
export function useFeedback({ page, creatorId, storedDraft, onDone }: Options) {
  const form = useForm<FeedbackFormValues, unknown, FeedbackInput>({
    resolver: zodResolver(FeedbackForm),
    defaultValues: EMPTY,
  });
  useDraft(form, { name: "feedback", creatorId, id: null, schema: FeedbackDraft, storedDraft });
  useSaveDraftOnPageHide(form, creatorId);
  const {
    mutateAsync,
    isPending,
    isSuccess: isSent,
    reset,
  } = useMutation({
    mutationFn: (body: FeedbackInput) => request(feedbackRoutes.submit, { body }),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: counted from the moment it was sent
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
          fallback: "Could not send feedback. Please try again.",
        });
      }
    })();
  };
  return { form, submit, isSending: isPending, isSent, resetSent: reset };
}

/** Keeps unsent text for the next document in this tab. */
function useSaveDraftOnPageHide(
  form: UseFormReturn<FeedbackFormValues, unknown, FeedbackInput>,
  creatorId: number,
) {
  useEffect(() => {
    const keep = () => {
      const values = form.getValues();
      if (values.title === "" && values.message === "") return;
      saveDraft("feedback", { creatorId, id: null, values });
    };
    window.addEventListener("pagehide", keep);
    return () => window.removeEventListener("pagehide", keep);
  }, [form, creatorId]);
}
