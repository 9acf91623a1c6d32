import type { Report } from "../../../contract/api/moderation.ts";
import { t } from "../../../contract/texts.ts";

export const STATE_LABELS: Readonly<Record<Report["state"], string>> = {
  open: t("New"),
  objected: t("Objection"),
  actioned: t("Decided"),
  dismissed: t("Dismissed"),
  reversed: t("Taken back"),
};
