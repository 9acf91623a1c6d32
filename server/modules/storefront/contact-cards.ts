import { visitorUrl } from "../../../contract/pages/own-paths.ts";
import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import { isPossibleHandle } from "../../../contract/rules/handles.ts";
import { paths } from "../../../contract/rules/paths.ts";
import type { RegisterPage } from "../../platform/http/register-page.ts";
import { listPublicTiles } from "../tiles/index.ts";
import { contactFile } from "./contact-file.ts";
import { errors } from "./errors.ts";
import type { PageDeps } from "./page-deps.ts";
import { readPageCreator } from "./read-creator.ts";
import { rejectSuspended } from "./suspended.ts";

/** Registers the vCards of the contact blocks that are on a page. */
export function registerContactCards(
  registerPage: RegisterPage,
  { db, hosts, publicUrl }: Pick<PageDeps, "db" | "hosts" | "publicUrl">,
): void {
  registerPage(pageRoutes.contactCard, async ({ params, reply }) => {
    const { handle } = params;
    if (!isPossibleHandle(handle) || !/^[1-9]\d{0,14}$/.test(params.id)) throw errors.contactNotFound();
    const found = await readPageCreator(db, handle);
    await rejectSuspended(db, handle);
    const [tile] = found ? await listPublicTiles(db, found.row.id, { ids: [Number(params.id)] }) : [];
    if (!found || !tile?.contact) throw errors.contactNotFound();
    const page = visitorUrl({ publicUrl, own: hosts.mainOf(found.row.id) }, paths.creator(found.row.handle));
    const name = tile.contact.name ?? found.row.displayName;
    return reply
      .header("Cache-Control", "public, max-age=300")
      .header("Content-Disposition", `attachment; filename="contact-${tile.id}.vcf"`)
      .type("text/vcard; charset=utf-8")
      .send(contactFile({ ...tile.contact, name }, page));
  });
}
