import type {
  CampaignLink,
  CampaignLinkInput,
  CampaignLinkPatch,
} from "../../../contract/api/campaign-links.ts";
import { visitorUrl } from "../../../contract/pages/own-paths.ts";
import { MAX_CAMPAIGN_LINKS } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { toInstant } from "../../platform/clock/local-time.ts";
import { type Database, inTransaction, type Transaction } from "../../platform/database/index.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import type { Hosts } from "../../platform/http/hosts.ts";
import type { Precondition } from "../../platform/http/precondition.ts";
import { sentFields } from "../../platform/http/validation.ts";
import { type CreatorRow, effectivePlan, findCreatorById, lockCreator } from "../creators/index.ts";
import { findProduct } from "../products/index.ts";
import { errors } from "./errors.ts";
import {
  type CampaignLinkRow,
  countCampaignLinks,
  deleteCampaignLink,
  findCampaignLink,
  insertCampaignLink,
  listCampaignLinks,
  lockCampaignLink,
  type Owned,
  updateCampaignLink,
} from "./repository.ts";

export type CampaignLinkDeps = { db: Database; publicUrl: string; hosts: Pick<Hosts, "mainOf"> };
type Site = Pick<CampaignLinkDeps, "publicUrl" | "hosts"> & { creator: Pick<CreatorRow, "id" | "handle"> };

/** Returns the links of a creator, newest first. Throws 404. */
export async function listLinks(
  { db, publicUrl, hosts }: CampaignLinkDeps,
  creatorId: number,
): Promise<CampaignLink[]> {
  const creator = await findCreatorById(db, creatorId).then(orNotFound("Creator"));
  const rows = await listCampaignLinks(db, creatorId);
  return rows.map((row) => presentLink(row, { creator, publicUrl, hosts }));
}

/**
 * Adds a link. Throws 400 for another creator's product, 403 on the Free plan and at the limit, 409 for a
 * taken name.
 */
export async function addLink(
  { db, publicUrl, hosts }: CampaignLinkDeps,
  { creatorId, input }: { creatorId: number; input: CampaignLinkInput },
): Promise<CampaignLink> {
  return inTransaction(db, async (tx) => {
    // Two concurrent requests must not both pass the limit.
    const creator = await lockCreator(tx, creatorId).then(orNotFound("Creator"));
    if (effectivePlan(creator) === "free") throw errors.planRequired();
    if ((await countCampaignLinks(tx, creatorId)) >= MAX_CAMPAIGN_LINKS)
      throw errors.limitReached({ max: MAX_CAMPAIGN_LINKS });
    const values = { name: input.name, ...(await toValues(tx, creator, input)) };
    const id = await insertCampaignLink(tx, creatorId, {
      title: input.title,
      source: input.source,
      ...values,
    });
    return presentLink(await getLink(tx, { creatorId, id }), { creator, publicUrl, hosts });
  });
}

/** Changes a link, except its name. Throws 400, 404. */
export async function changeLink(
  { db, publicUrl, hosts }: CampaignLinkDeps,
  {
    patch,
    precondition,
    ...owner
  }: Owned & { patch: CampaignLinkPatch; precondition: Precondition<CampaignLink> },
): Promise<CampaignLink> {
  return inTransaction(db, async (tx) => {
    const creator = await findCreatorById(tx, owner.creatorId).then(orNotFound("Creator"));
    const current = await lockCampaignLink(tx, owner).then(orNotFound("Campaign link"));
    precondition(presentLink(current, { creator, publicUrl, hosts }));
    const values = await toValues(tx, creator, patch);
    if (Object.keys(values).length > 0) await updateCampaignLink(tx, owner, values);
    return presentLink(await getLink(tx, owner), { creator, publicUrl, hosts });
  });
}

export async function removeLink({ db }: CampaignLinkDeps, owner: Owned): Promise<void> {
  if (!(await deleteCampaignLink(db, owner))) throw notFound("Campaign link");
}

export const getLink = (db: Database | Transaction, owner: Owned): Promise<CampaignLinkRow> =>
  findCampaignLink(db, owner).then(orNotFound("Campaign link"));

/** Returns the URL of a link, on the main domain of its creator if there is one. */
export function linkUrl(
  { name }: Pick<CampaignLinkRow, "name">,
  { creator, publicUrl, hosts }: Site,
): string {
  return visitorUrl({ publicUrl, own: hosts.mainOf(creator.id) }, paths.campaign(creator.handle, name));
}

/** Returns the columns of the submitted fields. Throws 400 if the product is not the creator's. */
async function toValues(tx: Transaction, creator: CreatorRow, input: CampaignLinkPatch) {
  const { endsAt, productId, ...texts } = input;
  if (productId && !(await findProduct(tx, { creatorId: creator.id, id: productId })))
    throw errors.productNotOwn();
  return sentFields({
    ...texts,
    productId,
    endsAt: typeof endsAt === "string" ? toInstant(endsAt, creator.timeZone) : endsAt,
  });
}

function presentLink(row: CampaignLinkRow, site: Site): CampaignLink {
  return {
    id: row.id,
    title: row.title,
    name: row.name,
    url: linkUrl(row, site),
    source: row.source,
    product_id: row.productId,
    ends_at: row.endsAt?.toISOString() ?? null,
    ended: row.isEnded,
    created_at: row.createdAt.toISOString(),
  };
}
