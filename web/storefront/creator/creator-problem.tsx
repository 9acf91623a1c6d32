import type { DecisionGround } from "../../../contract/rules/moderation.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t, text } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { DemoLink } from "../../widgets/demo-link.tsx";
import { MessagePage } from "../layout/message-page.tsx";

export const CREATOR_NOT_FOUND = text("Creator not found.");
export const CREATOR_UNAVAILABLE = text("Unable to load creator right now.");

export function CreatorNotFound() {
  return (
    <MessagePage
      title={t(CREATOR_NOT_FOUND)}
      links={
        <>
          <Button href={paths.auth({ tab: "register" })} variant="primary">
            {t("Create your page")}
          </Button>
          <DemoLink>{t("View the demo page")}</DemoLink>
        </>
      }
    >
      {t("There is no page at this address. The handle may have changed, or it is still free to take.")}
    </MessagePage>
  );
}

export function CreatorUnavailable({ model }: { model: { requestId: string } }) {
  return (
    <MessagePage title={t(CREATOR_UNAVAILABLE)}>
      {rich("Reload the page in a moment. Nothing is lost. Request id for the operator: {id}", {
        id: <code className="text-ink [overflow-wrap:anywhere]">{model.requestId}</code>,
      })}
    </MessagePage>
  );
}

/** Replaces a page that an administrator has suspended. */
export function CreatorSuspended({ model: { ground } }: { model: { ground: DecisionGround } }) {
  const title =
    ground === "law"
      ? t("This page is unavailable for legal reasons.")
      : t("This page was removed by this site.");
  return (
    <MessagePage title={title} links={<Button href={paths.findOrder()}>{t("Find your order")}</Button>}>
      {ground === "rules"
        ? t(
            "It broke the rules of the site. If you bought something here, your order page and your downloads still work: open them from your receipt.",
          )
        : t(
            "If you bought something here, your order page and your downloads still work: open them from your receipt.",
          )}
    </MessagePage>
  );
}
