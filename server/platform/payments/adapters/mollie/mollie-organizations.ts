import { z } from "zod";
import type { PayoutAccount, SalesProfile } from "../../port.ts";
import { type Access, callWith } from "./mollie-access.ts";
import type { CallMollie } from "./mollie-client.ts";
import { MollieId, OrganizationId } from "./mollie-payments.ts";

const Organization = z.object({
  id: OrganizationId,
  address: z.object({ country: z.string().nullish() }).nullish(),
});
const Onboarding = z.object({ status: z.string(), canReceivePayments: z.boolean() });
const Profiles = z.object({
  _embedded: z.object({
    profiles: z.array(z.object({ id: MollieId, status: z.string(), name: z.string().catch("") })),
  }),
});

/** Lists the website profiles of a connected organization in Mollie's order. `profileId` is the profile on which the organization sells: the selected profile if it can take payments, otherwise the first profile that can. */
export async function readProfiles(
  call: CallMollie,
  access: Access,
  selected: string | null,
): Promise<{ profiles: SalesProfile[]; profileId: string | null }> {
  const query = { limit: "250" };
  // Profiles belong to the organization and have no mode.
  const request = { method: "GET", path: "profiles", query, isModeless: true, schema: Profiles } as const;
  const listed = await callWith(call, access)(request);
  const isUsable = (status: string) => (access.app?.testmode ? status !== "blocked" : status === "verified");
  const profiles = listed._embedded.profiles.map(({ id, name, status }) => ({
    id,
    name: name || id,
    canSell: isUsable(status),
  }));
  const usable = profiles.filter(({ canSell }) => canSell);
  const profileId = (usable.find(({ id }) => id === selected) ?? usable[0])?.id ?? null;
  return { profileId, profiles: profiles.map((each) => ({ ...each, isSelected: each.id === profileId })) };
}

/** Reads a connected organization: its id, whether it may take payments, and the profile on which it sells. `findSelected` returns the profile that its merchant selected. */
export async function readOrganization(
  call: CallMollie,
  access: Access,
  findSelected: (organizationId: string) => Promise<string | null>,
): Promise<{ account: PayoutAccount; profileId: string | null }> {
  const send = callWith(call, access);
  const read = { method: "GET", isModeless: true } as const;
  const [organization, onboarding] = await Promise.all([
    send({ ...read, path: "organizations/me", schema: Organization }),
    send({ ...read, path: "onboarding/me", schema: Onboarding }),
  ]);
  const { profileId } = await readProfiles(call, access, await findSelected(organization.id));
  const live = !access.app?.testmode;
  const isAllowed = live ? onboarding.canReceivePayments : true;
  const currentlyDue = [
    ...(live && onboarding.status === "needs-data" ? ["mollie.onboarding"] : []),
    ...(profileId === null && onboarding.status !== "in-review" ? ["mollie.profile"] : []),
  ];
  return {
    profileId,
    account: {
      id: organization.id,
      country: organization.address?.country ?? null,
      canSell: isAllowed && profileId !== null,
      requirements: { currentlyDue, pastDue: [] },
      restriction: null,
    },
  };
}
