import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import {
  Announcement,
  AnnouncementInput,
  announcementRoutes,
  announcementVersion,
} from "../../../contract/api/announcements.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { rich } from "../../lib/rich.ts";
import { formatInstant, keepUnchangedTime, toLocalInput } from "../../lib/time-fields.ts";
import { Alert } from "../../ui/alert.tsx";
import { TextField, UrlField } from "../../ui/form-fields.tsx";
import { Loading } from "../../widgets/loading.tsx";
import { useCreator } from "../creator-context.ts";
import { Section } from "../sections/section.tsx";
import { SectionForm, useSectionForm } from "../sections/section-form.tsx";

const announcementQuery = queryOptions({
  queryKey: ["announcement"],
  queryFn: async ({ signal }) => (await request(announcementRoutes.show, { signal })).announcement,
});

/** The line at the top of the page. */
export function AnnouncementSection() {
  return (
    <Section id="announcement" about={t("One line above everything on your page, for what is new.")}>
      <Loading
        query={announcementQuery}
        failure={t("Couldn't load your announcement.")}
        label={t("Loading your announcement")}
        // The height of the form.
        shapes={["h-98.5 w-full rounded-control sm:h-96.5"]}
      >
        {(announcement) => <AnnouncementForm announcement={announcement} />}
      </Loading>
    </Section>
  );
}

function AnnouncementForm({ announcement }: { announcement: Announcement | null }) {
  const { time_zone: timeZone } = useCreator();
  const queryClient = useQueryClient();
  const endsAt = announcement?.ends_at ?? null;
  const section = useSectionForm(AnnouncementInput, {
    fields: { text: t("Announcement"), url: t("Link"), endsAt: t("Shown until") },
    saved: announcement,
    entity: Announcement.nullable(),
    toValues: (saved): z.input<typeof AnnouncementInput> => ({
      text: saved?.text ?? "",
      url: saved?.url ?? "",
      endsAt: toLocalInput(saved?.ends_at ?? null, timeZone),
    }),
  });
  const { field } = section;
  const save = async (input: AnnouncementInput, read: Announcement | null) => {
    const body = { ...input, endsAt: keepUnchangedTime(input.endsAt ?? null, read?.ends_at, timeZone) };
    const version = announcementVersion(read);
    const { announcement: saved } = await request(announcementRoutes.save, { body, version });
    queryClient.setQueryData(announcementQuery.queryKey, saved);
    return saved;
  };
  const hasEnded = endsAt !== null && Date.parse(endsAt) <= Date.now();
  return (
    <SectionForm id="announcement" section={section} save={save}>
      {hasEnded && (
        <Alert tone="warn">
          {rich("Ended {endsAt}: visitors no longer see it.", { endsAt: formatInstant(endsAt, timeZone) })}
        </Alert>
      )}
      <TextField
        {...field("text")}
        optional
        help={t("Leave it empty to show none.")}
        maxLength={limits.announcement.max}
      />
      <UrlField {...field("url")} optional />
      <TextField
        {...field("endsAt")}
        optional
        type="datetime-local"
        step={60}
        help={t("Local time in {timeZone}.", { timeZone: timeZone.replaceAll("_", " ") })}
      />
    </SectionForm>
  );
}
