import type { Audience } from "../../../contract/marketing.ts";

export const AUDIENCES: Record<Audience, string> = {
  all: "All creators",
  free: "Creators on the Free plan",
  creator: "Creators on the Creator plan",
};
