import type { FastifyRequest } from "fastify";
import { audienceRoutes, TRAP_FIELD } from "../../../contract/api/audience.ts";
import { audienceCampaignRoutes } from "../../../contract/api/audience-campaigns.ts";
import { letterRoutes, letterVersion } from "../../../contract/api/letters.ts";
import { storedSentence } from "../../../contract/texts.ts";
import { inLanguage } from "../../../contract/translation.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import { sendCsv } from "../../platform/http/csv.ts";
import { paginate } from "../../platform/http/paginate.ts";
import { ifMatch } from "../../platform/http/precondition.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { languageOfBody } from "../../platform/http/visitor-language.ts";
import { findSending, previewCampaign, sendCampaign, sendTest } from "./campaigns.ts";
import type { AudienceDeps, CampaignDeps } from "./deps.ts";
import { deleteLetter, findLetter, type LetterRow, listLetters } from "./letter-repository.ts";
import { addLetter, changeLetter, presentLetter } from "./letters.ts";
import { countMembers, listMembers, presentMember, writeMembers } from "./listing.ts";
import { announceRemovals } from "./removals.ts";
import { saveReplies } from "./replies.ts";
import { deleteMember } from "./repository.ts";
import { findForm, openForm, signUp } from "./signup.ts";

export function registerAudienceRoutes(registerRoute: RegisterRoute, deps: AudienceDeps): void {
  const { clock, db } = deps;

  registerRoute(audienceRoutes.openForm, async ({ body }) => ({
    token: await openForm(deps, await findForm(db, body.tileId)),
  }));

  registerRoute(audienceRoutes.signUp, async ({ body, request }) => {
    const { tileId, email, token, [TRAP_FIELD]: trap = "" } = body;
    await signUp(deps, { form: await findForm(db, tileId), email, token, trap, ip: request.ip });
  });

  registerRoute(audienceRoutes.list, async ({ viewer, query: { page, ...criteria } }) => {
    const filter = { creatorId: viewer.creatorId, ...criteria };
    const { range, wrap } = paginate(page);
    const [members, total] = await Promise.all([listMembers(db, filter, range), countMembers(db, filter)]);
    return wrap({ members: members.map(presentMember), total });
  });

  registerRoute(audienceRoutes.export, async ({ viewer, query, request, reply }) => {
    const lines = writeMembers(deps.db, { creatorId: viewer.creatorId, ...query });
    const name = `audience-${clock.now().toISOString().slice(0, 10)}`;
    return sendCsv({ request, reply }, { name, lines });
  });

  registerRoute(audienceRoutes.remove, async ({ viewer, params }) => {
    await inTransaction(db, async (tx) => {
      const removed = await deleteMember(tx, { creatorId: viewer.creatorId, id: params.id });
      if (!removed) throw notFound("Email");
      await deps.marketing.eraseEmail(tx, removed.email, viewer.creatorId);
      await announceRemovals(tx, deps.jobs, [removed]);
    });
  });
}

export function registerCampaignRoutes(registerRoute: RegisterRoute, deps: CampaignDeps): void {
  registerRoute(audienceCampaignRoutes.sending, ({ viewer }) => findSending(deps, viewer.creatorId));

  registerRoute(audienceCampaignRoutes.saveReplies, async ({ viewer: { creatorId }, body }) => {
    await saveReplies(deps.db, { creatorId, toAccount: body.toAccount });
    return findSending(deps, creatorId);
  });
  registerRoute(audienceCampaignRoutes.campaigns, async ({ viewer, query: { page }, request }) => {
    const listed = await deps.marketing.listCreatorCampaigns({ creatorId: viewer.creatorId, page });
    return { ...listed, campaigns: listed.campaigns.map(withProblemFor(request)) };
  });
  registerRoute(audienceCampaignRoutes.preview, ({ viewer: { creatorId, email }, body }) =>
    previewCampaign(deps, { creatorId, email, mail: body }),
  );
  registerRoute(audienceCampaignRoutes.test, ({ viewer: { creatorId, email }, body }) =>
    sendTest(deps, { creatorId, email, mail: body }),
  );
  registerRoute(audienceCampaignRoutes.send, async ({ viewer: { creatorId, userId }, body }) => ({
    queued: await sendCampaign(deps, { creatorId, userId, input: body }),
  }));
  registerRoute(
    audienceCampaignRoutes.campaign,
    async ({ viewer: { creatorId }, params: { id }, request }) => {
      const campaign = await deps.marketing.getSentEmail({ creatorId, id });
      return { campaign: withProblemFor(request)(campaign) };
    },
  );
  registerRoute(audienceCampaignRoutes.publish, async ({ viewer, params: { id }, body, request }) => {
    const change = { creatorId: viewer.creatorId, id, published: body.published };
    return { campaign: withProblemFor(request)(await deps.marketing.publishEmail(change)) };
  });
}

/** Writes the problem of a sent email in the language of the request. */
const withProblemFor =
  (request: FastifyRequest) =>
  <Email extends { problem: string | null }>(email: Email): Email => ({
    ...email,
    problem: inLanguage(languageOfBody(request), () => email.problem && storedSentence(email.problem)),
  });

export function registerLetterRoutes(registerRoute: RegisterRoute, deps: CampaignDeps): void {
  const { db, publicUrl } = deps;
  const presentFor = (request: FastifyRequest) => (row: LetterRow) =>
    inLanguage(languageOfBody(request), () => presentLetter(row, publicUrl));

  registerRoute(letterRoutes.list, async ({ viewer, request }) => ({
    letters: (await listLetters(db, viewer.creatorId)).map(presentFor(request)),
  }));
  registerRoute(letterRoutes.create, async ({ viewer, body, request }) => ({
    letter: presentFor(request)(await addLetter(deps, { viewer, input: body })),
  }));
  registerRoute(letterRoutes.read, async ({ viewer: { creatorId }, params: { id }, request }) => {
    const row = await findLetter(db, { creatorId, id }).then(orNotFound("Draft"));
    return { letter: presentFor(request)(row) };
  });
  registerRoute(letterRoutes.update, async ({ viewer, params: { id }, body, request }) => {
    const present = presentFor(request);
    const precondition = ifMatch(request, { present, versionOf: letterVersion });
    return {
      letter: present(await changeLetter(deps, { viewer, id, input: body, precondition })),
    };
  });
  registerRoute(letterRoutes.remove, async ({ viewer: { creatorId }, params: { id } }) => {
    if (!(await deleteLetter(db, { creatorId, id }))) throw notFound("Draft");
  });
}
