import type { Audience } from "../../../contract/api/marketing.ts";
import { t } from "../../../contract/texts.ts";

export const AUDIENCES: Record<Audience, string> = {
  all: t("All creators"),
  free: t("Creators on the Free plan"),
  creator: t("Creators on the Creator plan"),
};

const IN_SENTENCES: Record<Audience, string> = {
  all: t("all creators"),
  free: t("creators on the Free plan"),
  creator: t("creators on the Creator plan"),
};

/** Returns an audience for the middle of a sentence: `creators on the Free plan`. */
export const audienceLabel = (audience: Audience): string => IN_SENTENCES[audience];
