import type { ReactNode } from "react";
import type { PageModel } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { Button } from "../../ui/button.tsx";
import { CardPage, Note } from "../layout/card-page.tsx";
import { SandboxNote } from "./sandbox-note.tsx";

type SandboxOnboardingModel = Extract<PageModel, { page: "sandbox-onboarding" }>;

const STEPS = [
  { title: "Business details", text: "The real provider would ask what you sell, and as whom." },
  { title: "Bank account", text: "The real provider would ask where your money should go." },
  { title: "Identity", text: "The real provider would ask for a document that shows who you are." },
] as const;

/** Onboarding with one question per page; unanswered questions stay due. */
export function SandboxOnboarding({ model }: { model: SandboxOnboardingModel }) {
  const step = model.step === null ? undefined : STEPS[model.step];
  return (
    <CardPage>
      <div className="grid grid-cols-1 gap-5">
        <h1 className="text-3xl">{step ? "Sandbox onboarding" : "Sandbox account"}</h1>
        <SandboxNote />
        {model.isLate && <Note tone="bad">This requirement is past due. Tips are off until it is met.</Note>}
        {step ? <Question model={model} {...step} /> : <Finished model={model} />}
      </div>
    </CardPage>
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
      <Form model={model}>
        <input type="hidden" name="step" value={step ?? 0} />
        <Button type="submit" name="action" value="answer" variant="primary">
          {(step ?? 0) + 1 === steps ? "Answer and finish" : "Answer and continue"}
        </Button>
        <Button type="submit" name="action" value="leave">
          Leave for now
        </Button>
      </Form>
    </>
  );
}

function Finished({ model }: { model: SandboxOnboardingModel }) {
  return (
    <>
      <p>Everything is answered: this account could be paid.</p>
      <Form model={model}>
        <Button type="submit" name="action" value="leave" variant="primary">
          Return to Tessera
        </Button>
      </Form>
      <Form model={model}>
        <h2 className="text-xl">Simulate later events</h2>
        <Button type="submit" name="action" value="late">
          Mark a requirement past due
        </Button>
        <Button type="submit" name="action" value="deauthorize">
          Disconnect this account
        </Button>
      </Form>
    </>
  );
}

function Form({ model, children }: { model: SandboxOnboardingModel; children: ReactNode }) {
  return (
    <form method="post" action={paths.sandboxOnboarding(model.token)} className="grid grid-cols-1 gap-2.5">
      {children}
    </form>
  );
}
