import type { PageModel } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { Button } from "../../ui/button.tsx";
import { MessagePage } from "../layout/message-page.tsx";
import { SandboxCheckout } from "./sandbox-checkout.tsx";
import { SandboxOnboarding } from "./sandbox-onboarding.tsx";
import { SandboxPayment } from "./sandbox-payment.tsx";

type SandboxAreaModel = Extract<
  PageModel,
  { page: "sandbox-checkout" | "sandbox-payment" | "sandbox-onboarding" | "sandbox-missing" }
>;

/** The built-in stand-in for the payment provider: plain forms, nothing for scripts to do. */
export function SandboxArea({ model }: { model: SandboxAreaModel }) {
  switch (model.page) {
    case "sandbox-checkout":
      return <SandboxCheckout model={model} />;
    case "sandbox-payment":
      return <SandboxPayment model={model} />;
    case "sandbox-onboarding":
      return <SandboxOnboarding model={model} />;
    case "sandbox-missing":
      return <SandboxNotFound />;
  }
}

function SandboxNotFound() {
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
