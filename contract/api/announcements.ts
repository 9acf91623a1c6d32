import { z } from "zod";
import {
  fieldMessages,
  IsoTime,
  objectBody,
  oneLine,
  visibleText,
  withoutDirectionControls,
} from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { timeField } from "../rules/local-time.ts";
import { optionalUrl } from "../rules/url-fields.ts";
import { versionBy } from "../rules/versions.ts";
import { route } from "./route.ts";

/** The announcement above a creator's page. */
export const Announcement = z.object({
  text: z.string(),
  url: z.string().nullable(),
  /** The end of its display, or null if it has no end. */
  ends_at: IsoTime.nullable(),
});
export type Announcement = z.infer<typeof Announcement>;
export const announcementVersion = versionBy(Announcement.nullable());

const noun = "Announcement";
const { max } = limits.announcement;

/** The whole announcement. An empty text removes it. */
export const AnnouncementInput = objectBody({
  text: visibleText(fieldMessages.notText({ noun }), max, fieldMessages.tooLong({ noun, max }))
    .overwrite(withoutDirectionControls)
    .regex(...oneLine(noun)),
  url: optionalUrl({ noun: "Link" }).nullish(),
  /** A local time in the creator's time zone, or an instant with `Z` or an offset. */
  endsAt: timeField("The end").nullish(),
});
export type AnnouncementInput = z.infer<typeof AnnouncementInput>;

const AnnouncementResponse = z.object({ announcement: Announcement.nullable() });

export const announcementRoutes = {
  show: route("GET", "/api/announcement", "creator", {
    scopes: ["page:read"],
    summary: "Announcement of the creator, even after its end",
    responses: { 200: AnnouncementResponse },
  }),
  save: route("POST", "/api/announcement", "creator", {
    scopes: ["page:write"],
    summary: "Replace the announcement above the page. An empty text removes it",
    bodyLimit: 19 * 1024,
    body: AnnouncementInput,
    responses: { 200: AnnouncementResponse },
    example: {
      text: "New prints on Friday at noon",
      url: "https://anna.example/prints",
      endsAt: "2026-11-27T18:00",
    },
    errors: { 409: ["changed"], 429: ["blocks.unverified_links"] },
  }),
};
