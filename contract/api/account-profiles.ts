import { z } from "zod";
import { objectBody } from "../rules/fields.ts";
import { machineText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { NamedProvider } from "./connect.ts";
import { route } from "./route.ts";

export const profileMessages = defineMessages("connect", {
  profile: "Choose one of the profiles of your account that takes payments.",
});

/** A website or shop of a connected account, whose name buyers see when paying. */
export const AccountProfile = z.object({
  id: z.string(),
  name: z.string(),
  /** True if the provider accepts payments for this profile. */
  can_sell: z.boolean(),
  /** True if sales use this profile. */
  selected: z.boolean(),
});
export type AccountProfile = z.infer<typeof AccountProfile>;

/** Empty without a connected account, or at providers without profiles. */
const profiles = { 200: z.object({ profiles: z.array(AccountProfile) }) };
const UNAVAILABLE = ["payments.unavailable", "unavailable"];

export const accountProfileRoutes = {
  list: route("GET", "/api/connect/profiles", "creator", {
    summary: "Profiles of the payout account",
    query: z.object({ provider: NamedProvider }),
    responses: profiles,
    errors: { 429: ["too_often"], 503: UNAVAILABLE },
  }),
  select: route("POST", "/api/connect/profile", "creator", {
    recent: true,
    summary: "Sell on another profile of the payout account",
    body: objectBody({
      profileId: machineText(100, profileMessages.profile),
      provider: NamedProvider,
    }),
    responses: profiles,
    errors: {
      400: ["invalid_input"],
      409: ["connect.not_connected"],
      429: ["too_often"],
      503: UNAVAILABLE,
    },
  }),
};
