import { zodResolver } from "@hookform/resolvers/zod";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import type { z } from "zod";
import {
  type Announcement,
  AnnouncementInput,
  announcementRoutes,
} from "../../../contract/api/announcements.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { errorMessage, request } from "../../lib/api.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { setApiErrors } from "../../lib/form-errors.ts";
import { formatInstant, toLocalInput } from "../../lib/local-time.ts";
import { Alert } from "../../ui/alert.tsx";
import { FormErrorNotice, SubmitButton } from "../../ui/form-actions.tsx";
import { TextField, UrlField } from "../../ui/form-fields.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { RestoredNotice } from "../../widgets/restored-notice.tsx";
import { useCreator } from "../creator-context.ts";
import { resetToSaved, useSavedValues } from "../saved-values.ts";
import { Section } from "./section.tsx";

const announcementQuery = queryOptions({
  queryKey: ["announcement"],
  queryFn: async ({ signal }) => (await request(announcementRoutes.show, { signal })).announcement,
});

/** The line above the page, saved separately from the form. */
export function AnnouncementSection({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  const { data: announcement, error, refetch } = useQuery(announcementQuery);
  return (
    <Section title="Announcement" about="One line above everything on your page, for what is new.">
      {announcement !== undefined ? (
        <AnnouncementForm announcement={announcement} onDirty={onDirty} />
      ) : error ? (
        <LoadFailure onRetry={refetch}>
          {errorMessage(error, "Unable to load your announcement.")}
        </LoadFailure>
      ) : (
        <div role="status" aria-label="Loading your announcement">
          {/* As high as the form: what follows, to which links lead, stays in place. */}
          <Skeleton className="h-94.5 w-full rounded-control" />
        </div>
      )}
    </Section>
  );
}

type Values = z.input<typeof AnnouncementInput>;

type AnnouncementFormProps = {
  announcement: Announcement | null;
  /** Called whenever unsaved changes appear or disappear. */
  onDirty: (dirty: boolean) => void;
};

function toFormValues(announcement: Announcement | null, timeZone: string): Values {
  return {
    text: announcement?.text ?? "",
    url: announcement?.url ?? "",
    endsAt: toLocalInput(announcement?.ends_at ?? null, timeZone),
  };
}

function AnnouncementForm({ announcement, onDirty }: AnnouncementFormProps) {
  const { id: creatorId, time_zone: timeZone } = useCreator();
  const queryClient = useQueryClient();
  const endsAt = announcement?.ends_at ?? null;
  const form = useForm<Values, unknown, AnnouncementInput>({
    resolver: zodResolver(AnnouncementInput),
    defaultValues: toFormValues(announcement, timeZone),
  });
  useSavedValues(form, toFormValues(announcement, timeZone));
  const isRestored = useFormDraft("announcement", form, AnnouncementInput, { creatorId });
  const save = useMutation({
    mutationFn: async ({ body }: { body: AnnouncementInput; sent: Values }) =>
      (await request(announcementRoutes.save, { body })).announcement,
    onSuccess: (saved, { sent }) => {
      toast.success(saved ? "Announcement saved" : "Announcement removed");
      queryClient.setQueryData(announcementQuery.queryKey, saved);
      resetToSaved(form, toFormValues(saved, timeZone), sent);
    },
    onError: (error) => setApiErrors(form, error, { fallback: "Could not save." }),
  });
  const isUnsaved = form.formState.isDirty && !save.isPending;
  useEffect(() => {
    onDirty(isUnsaved);
    return () => onDirty(false);
  }, [isUnsaved, onDirty]);
  const submit = form.handleSubmit((input) =>
    save.mutate({
      body: {
        ...input,
        // A time that was not changed stays the instant that it was, also in the hour that occurs twice.
        endsAt: endsAt && input.endsAt === toLocalInput(endsAt, timeZone) ? endsAt : (input.endsAt ?? null),
      },
      sent: form.getValues(),
    }),
  );
  const hasEnded = endsAt !== null && Date.parse(endsAt) <= Date.now();
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      {isRestored && <RestoredNotice />}
      {hasEnded && (
        <Alert tone="warn">Ended {formatInstant(endsAt, timeZone)}: visitors no longer see it.</Alert>
      )}
      <TextField
        form={form}
        name="text"
        label="Announcement"
        optional
        help="Leave it empty to show none."
        maxLength={limits.announcement.max}
      />
      <UrlField form={form} name="url" label="Link" optional />
      <TextField
        form={form}
        name="endsAt"
        label="Shown until"
        optional
        type="datetime-local"
        step={60}
        help={`Local time in ${timeZone.replaceAll("_", " ")}.`}
      />
      <FormErrorNotice form={form} />
      <div>
        <SubmitButton busy={save.isPending} busyLabel="Saving…">
          Save announcement
        </SubmitButton>
      </div>
    </form>
  );
}
