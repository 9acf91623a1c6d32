import type { AdminUser } from "../../../contract/api/admin.ts";
import { t } from "../../../contract/texts.ts";
import { Badge } from "../../ui/badge.tsx";

const LABELS = { page: t("Page suspended"), account: t("Account suspended") } as const;

/** Shows whether the page or account is suspended. */
export function SuspensionBadge({ user: { suspension } }: { user: AdminUser }) {
  return suspension && <Badge tone="bad">{LABELS[suspension]}</Badge>;
}
