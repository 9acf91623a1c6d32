import { letterRoutes, letterVersion } from "../../../contract/api/letters.ts";
import { notFound } from "../../platform/http/app-error.ts";
import { ifMatch } from "../../platform/http/precondition.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import type { CampaignDeps } from "./deps.ts";
import { deleteLetter, findLetter, type LetterRow, listLetters } from "./letter-repository.ts";
import { addLetter, changeLetter, presentLetter } from "./letters.ts";

/** Registers the routes for drafts and scheduled emails. */
export function registerLetterRoutes(registerRoute: RegisterRoute, deps: CampaignDeps): void {
  const { db, publicUrl } = deps;
  const present = (row: LetterRow) => presentLetter(row, publicUrl);

  registerRoute(letterRoutes.list, async ({ viewer }) => ({
    letters: (await listLetters(db, viewer.creatorId)).map(present),
  }));
  registerRoute(letterRoutes.create, async ({ viewer: { creatorId, userId }, body }) => ({
    letter: present(await addLetter(deps, { creatorId, userId, input: body })),
  }));
  registerRoute(letterRoutes.read, async ({ viewer: { creatorId }, params: { id } }) => {
    const row = await findLetter(db, { creatorId, id });
    if (!row) throw notFound("Draft");
    return { letter: present(row) };
  });
  registerRoute(
    letterRoutes.update,
    async ({ viewer: { creatorId, userId }, params: { id }, body, request }) => {
      const precondition = ifMatch(request, { present, versionOf: letterVersion });
      return {
        letter: present(await changeLetter(deps, { creatorId, userId, id, input: body, precondition })),
      };
    },
  );
  registerRoute(letterRoutes.remove, async ({ viewer: { creatorId }, params: { id } }) => {
    if (!(await deleteLetter(db, { creatorId, id }))) throw notFound("Draft");
    return undefined;
  });
}
