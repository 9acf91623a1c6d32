import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { CardPage, Note } from "../layout/card-page.tsx";

/** A page of the sandbox, which says so first. */
export function SandboxPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <CardPage>
      <div className="grid grid-cols-1 gap-5">
        <h1 className="text-3xl">{title}</h1>
        <Note tone="warn">
          <strong>This is a sandbox.</strong> No money moves, and no card, bank account or identity is
          checked.
        </Note>
        {children}
      </div>
    </CardPage>
  );
}

/** A form whose buttons are `Action`s. */
export function ActionForm({ path, children }: { path: string; children: ReactNode }) {
  return (
    <form method="post" action={path} className="grid grid-cols-1 gap-2.5">
      {children}
    </form>
  );
}

type ActionProps = { name: string; primary?: true; children: ReactNode };

/** A button that simulates an event. */
export function Action({ name, primary, children }: ActionProps) {
  return (
    <Button type="submit" name="action" value={name} variant={primary ? "primary" : "plain"}>
      {children}
    </Button>
  );
}
