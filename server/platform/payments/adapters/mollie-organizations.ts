import { z } from "zod";
import type { PayoutAccount } from "../port.ts";
import { type Access, callWith } from "./mollie-access.ts";
import type { CallMollie } from "./mollie-client.ts";
import { MollieId, OrganizationId } from "./mollie-payments.ts";

const Organization = z.object({
  id: OrganizationId,
  address: z.object({ country: z.string().nullish() }).nullish(),
});
const Onboarding = z.object({ status: z.string(), canReceivePayments: z.boolean() });
const Profiles = z.object({
  _embedded: z.object({ profiles: z.array(z.object({ id: MollieId, status: z.string() })) }),
});

/** Reads what is known of a connected organization: who it is, whether it may take payments, and on which website profile it sells. */
export async function readOrganization(
  call: CallMollie,
  access: Access,
): Promise<{ account: PayoutAccount; profileId: string | null }> {
  // These are of the organization, whatever the mode of its payments is.
  const send = callWith(call, access);
  const read = { method: "GET", isModeless: true } as const;
  const [organization, onboarding, listed] = await Promise.all([
    send({ ...read, path: "organizations/me", schema: Organization }),
    send({ ...read, path: "onboarding/me", schema: Onboarding }),
    send({ ...read, path: "profiles", query: { limit: "50" }, schema: Profiles }),
  ]);
  const live = !access.app?.testmode;
  const usable = listed._embedded.profiles.filter(({ status }) =>
    live ? status === "verified" : status !== "blocked",
  );
  const profileId = usable.find(({ id }) => id === access.app?.profileId)?.id ?? usable[0]?.id ?? null;
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
