import { visitorUrl } from "../../../contract/pages/own-paths.ts";
import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import { isPossibleHandle } from "../../../contract/rules/handles.ts";
import { paths } from "../../../contract/rules/paths.ts";
import type { RegisterPage } from "../../platform/http/register-page.ts";
import { listPublicTiles } from "../tiles/index.ts";
import { calendarFile } from "./calendar-file.ts";
import { errors } from "./errors.ts";
import type { PageDeps } from "./page-deps.ts";
import { readPageCreator } from "./read-creator.ts";
import { rejectSuspended } from "./suspended.ts";

/** Registers the calendar files of the events that are on a page. */
export function registerEventCalendars(
  registerPage: RegisterPage,
  { db, hosts, publicUrl }: Pick<PageDeps, "db" | "hosts" | "publicUrl">,
): void {
  registerPage(pageRoutes.eventCalendar, async ({ params, reply }) => {
    const { handle } = params;
    if (!isPossibleHandle(handle) || !/^[1-9]\d{0,14}$/.test(params.id)) throw errors.eventNotFound();
    const found = await readPageCreator(db, handle);
    await rejectSuspended(db, handle);
    const [tile] = found ? await listPublicTiles(db, found.row.id, { ids: [Number(params.id)] }) : [];
    if (!found || !tile?.event) throw errors.eventNotFound();
    const { id, title, description, event } = tile;
    const { host } = new URL(publicUrl);
    const page = visitorUrl({ publicUrl, own: hosts.mainOf(found.row.id) }, paths.creator(found.row.handle));
    const file = calendarFile(
      { ...event, uid: `event-${id}@${host}`, title, description, url: page },
      new Date(),
    );
    return reply
      .header("Cache-Control", "public, max-age=300")
      .header("Content-Disposition", `attachment; filename="event-${id}.ics"`)
      .type("text/calendar; charset=utf-8")
      .send(file);
  });
}
