import { useMutation } from "@tanstack/react-query";
import { creatorPlanRoutes } from "../../../contract/api/creator-plan.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { checkoutUrlOf, upgradeTexts } from "./upgrade-return.ts";
import { useBfcacheRestore } from "./use-bfcache-restore.ts";

/** Opens the provider's page for the card and the invoices of the plan. */
export function PortalButton() {
  const opening = useMutation({
    mutationFn: async () => {
      const { url } = await request(creatorPlanRoutes.portal, {});
      const portalUrl = checkoutUrlOf(url);
      if (!portalUrl) throw new Error(t("The provider returned an invalid URL."));
      window.location.assign(portalUrl);
    },
  });
  useBfcacheRestore(opening.reset);
  return (
    <div className="grid justify-items-start gap-2">
      <Button busy={opening.isPending || opening.isSuccess} onClick={() => opening.mutate()}>
        {t("Change card, see invoices")}
      </Button>
      <RequestError error={opening.error} fallback={upgradeTexts.portal} />
    </div>
  );
}
