import type { ModelOf } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { useSite } from "../../lib/site-context.ts";
import { Note } from "../layout/card-page.tsx";
import { Action, ActionForm, SandboxPage } from "./sandbox-page.tsx";

type SandboxOnboardingModel = ModelOf<"sandbox-onboarding">;

const STEPS = [
  { title: "Business details", text: "The real provider would ask what you sell, and as whom." },
  { title: "Bank account", text: "The real provider would ask where your money should go." },
  { title: "Identity", text: "The real provider would ask for a document that shows who you are." },
] as const;

/** Onboarding with one question per page. Unanswered questions stay due. */
export function SandboxOnboarding({ model }: { model: SandboxOnboardingModel }) {
  const step = model.step === null ? undefined : STEPS[model.step];
  return (
    <SandboxPage title={step ? "Sandbox onboarding" : "Sandbox account"}>
      {model.isLate && <Note tone="bad">This requirement is past due. Tips are off until it is met.</Note>}
      {step ? <Question model={model} {...step} /> : <Finished model={model} />}
    </SandboxPage>
  );
}

function Question({ model, title, text }: { model: SandboxOnboardingModel; title: string; text: string }) {
  const { step, steps } = model;
  return (
    <>
      <div className="grid gap-2">
        <p className="text-sm font-semibold text-muted">
          Step {(step ?? 0) + 1} of {steps}
        </p>
        <h2 className="text-xl">{title}</h2>
        <p className="text-muted">{text}</p>
      </div>
      <ActionForm path={paths.sandboxOnboarding(model.token)}>
        <input type="hidden" name="step" value={step ?? 0} />
        <Action name="answer" primary>
          {(step ?? 0) + 1 === steps ? "Answer and finish" : "Answer and continue"}
        </Action>
        <Action name="leave">Leave for now</Action>
      </ActionForm>
    </>
  );
}

function Finished({ model }: { model: SandboxOnboardingModel }) {
  return (
    <>
      <p>Everything is answered: this account could be paid.</p>
      <ActionForm path={paths.sandboxOnboarding(model.token)}>
        <Action name="leave" primary>
          Return to {useSite().name}
        </Action>
      </ActionForm>
      <ActionForm path={paths.sandboxOnboarding(model.token)}>
        <h2 className="text-xl">Simulate later events</h2>
        <Action name="late">Mark a requirement past due</Action>
        <Action name="deauthorize">Disconnect this account</Action>
      </ActionForm>
    </>
  );
}
