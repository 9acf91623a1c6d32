import type { DecisionGround } from "../../../contract/rules/moderation.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { CREATOR_NOT_FOUND } from "../../../contract/rules/rules.ts";
import { Button } from "../../ui/button.tsx";
import { DemoLink } from "../../widgets/demo-link.tsx";
import { MessagePage } from "../layout/message-page.tsx";

export const CREATOR_UNAVAILABLE = "Unable to load creator right now.";

export function CreatorNotFound() {
  return (
    <MessagePage
      title={CREATOR_NOT_FOUND}
      links={
        <>
          <Button href={paths.auth({ tab: "register" })} variant="primary">
            Create your page
          </Button>
          <DemoLink>View the demo page</DemoLink>
        </>
      }
    >
      There is no page at this address. The handle may have changed, or it is still free to take.
    </MessagePage>
  );
}

export function CreatorUnavailable({ model }: { model: { requestId: string } }) {
  return (
    <MessagePage title={CREATOR_UNAVAILABLE}>
      Reload the page in a moment. Nothing is lost. Request id for the operator:{" "}
      <code className="text-ink [overflow-wrap:anywhere]">{model.requestId}</code>
    </MessagePage>
  );
}

/** Replaces a page that an administrator has suspended. */
export function CreatorSuspended({ model: { ground } }: { model: { ground: DecisionGround } }) {
  const title =
    ground === "law" ? "This page is unavailable for legal reasons." : "This page was removed by this site.";
  return (
    <MessagePage title={title} links={<Button href={paths.findOrder()}>Find your order</Button>}>
      {ground === "rules" && "It broke the rules of the site. "}
      If you bought something here, your order page and your downloads still work: open them from your
      receipt.
    </MessagePage>
  );
}
