import { paths } from "../../../contract/rules/paths.ts";
import { Button } from "../../ui/button.tsx";
import { MessagePage } from "../layout/message-page.tsx";

/** A missing or expired page of the built-in payment sandbox. */
export function SandboxNotFound() {
  return (
    <MessagePage
      title="This page no longer exists."
      links={
        <Button href={paths.settings()} variant="primary">
          Go to your settings
        </Button>
      }
    >
      The link has expired or belongs to another account. Start again from your settings; no money moved.
    </MessagePage>
  );
}
