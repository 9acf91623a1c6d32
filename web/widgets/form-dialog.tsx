import {
  createContext,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { FieldValues } from "react-hook-form";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FormErrorNotice, SubmitButton } from "../ui/form-actions.tsx";
import type { FormOf } from "../ui/form-fields.tsx";
import { focusFirstField } from "../ui/modal.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type FormDialogProps = {
  open: boolean;
  title: string;
  onClose: () => void;
  /** Width classes; the default suits a short form. */
  width?: string;
  isPanel?: boolean;
  /** Filled with the function that leaves the form for something else, after the question if it asks one. */
  leave?: RefObject<LeaveForm | null>;
  /** Contains a `DialogForm`. */
  children: ReactNode;
};
/** Calls `then` once nothing is lost by it; not at all when the user keeps editing. */
export type LeaveForm = (then: () => void) => void;

type DialogFormState = { isUnsaved: boolean; isSaving: boolean };
const IDLE: DialogFormState = { isUnsaved: false, isSaving: false };
const FormDialogContext = createContext({ close: () => {}, onFormState: (_state: DialogFormState) => {} });

/**
 * A dialog with a form. Escape, the close button, Cancel and a click beside it all do the same: they close it at once
 * when nothing was changed, and ask first when something was. It stays open while a request is in progress.
 */
export function FormDialog({ open, title, onClose, width, isPanel, leave, children }: FormDialogProps) {
  const [asked, setAsked] = useState<{ then: () => void } | null>(null);
  const [{ isUnsaved, isSaving }, setFormState] = useState(IDLE);
  const leaveFor: LeaveForm = (then) => {
    if (isSaving) return;
    if (isUnsaved) setAsked({ then });
    else then();
  };
  const close = () => leaveFor(onClose);
  useEffect(() => {
    if (leave) leave.current = leaveFor;
  });
  return (
    <>
      <Dialog
        open={open}
        onClose={close}
        title={title}
        busy={isSaving}
        scrolls="content"
        width={width}
        isPanel={isPanel}
      >
        {open && (
          <FormDialogContext value={{ close, onFormState: setFormState }}>{children}</FormDialogContext>
        )}
      </Dialog>
      <ConfirmDialog
        open={open && asked !== null}
        title="Discard your changes?"
        confirm="Discard changes"
        cancel="Keep editing"
        onClose={() => setAsked(null)}
        onConfirm={() => {
          // One after the other: while the question is open, the page behind cannot take the focus back.
          flushSync(() => setAsked(null));
          asked?.then();
        }}
      >
        You have unsaved changes.
      </ConfirmDialog>
    </>
  );
}

type DialogFormProps<Values extends FieldValues> = {
  form: FormOf<Values>;
  /** True while closing would lose something; the form's `isDirty` unless given. */
  isUnsaved?: boolean;
  onSubmit: (event: FormEvent) => void;
  submitLabel: string;
  /** Replaces the label while the request is in progress. */
  busyLabel?: string;
  /** Above the buttons, always in view. */
  notice?: ReactNode;
  /** A button before those that close the form. */
  action?: ReactNode;
  /** The fields. */
  children: ReactNode;
};

/** The form in a `FormDialog`: its fields scroll between the title and a bar with the error and the buttons. */
export function DialogForm<Values extends FieldValues>({
  form,
  isUnsaved = form.formState.isDirty,
  onSubmit,
  submitLabel,
  busyLabel = "Saving…",
  notice,
  action,
  children,
}: DialogFormProps<Values>) {
  const { close, onFormState } = useContext(FormDialogContext);
  const { isSubmitting } = form.formState;
  // A layout effect: the dialog must know before the next click or key can close it.
  useLayoutEffect(() => {
    onFormState({ isUnsaved, isSaving: isSubmitting });
    return () => onFormState(IDLE);
  }, [isUnsaved, isSubmitting, onFormState]);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // A form whose code was loaded after its dialog had opened.
    const dialog = element.current?.closest("dialog");
    if (dialog) focusFirstField(dialog);
  }, []);
  return (
    <form ref={element} noValidate onSubmit={onSubmit} className="flex min-h-0 flex-col short:min-h-fit">
      <div className="grid min-h-0 grid-cols-1 gap-5 overflow-y-auto overscroll-contain px-6 pt-4 pb-6 short:overflow-visible">
        {children}
      </div>
      <div className="grid shrink-0 grid-cols-1 gap-3 border-t border-line bg-surface px-6 py-4 max-sm:px-4">
        {notice}
        <FormErrorNotice form={form} />
        <div className="flex flex-wrap justify-end gap-2.5 max-sm:gap-2 max-sm:[&_button]:px-3!">
          {action && <span className="mr-auto">{action}</span>}
          <Button onClick={close} disabled={isSubmitting}>
            Cancel
          </Button>
          <SubmitButton busy={isSubmitting} busyLabel={busyLabel}>
            {submitLabel}
          </SubmitButton>
        </div>
      </div>
    </form>
  );
}
