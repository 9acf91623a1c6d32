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
import { t } from "../../contract/texts.ts";
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
  /** Set to a function that leaves the form, after the question if it has changes. */
  leave?: RefObject<LeaveForm | null>;
  /** Contains a `DialogForm`. */
  children: ReactNode;
};
/** Calls `then` once nothing is lost by it, or not at all if the user keeps editing. */
export type LeaveForm = (then: () => void) => void;

type DialogFormState = { isUnsaved: boolean; isSaving: boolean };
const IDLE: DialogFormState = { isUnsaved: false, isSaving: false };
const FormDialogContext = createContext({ close: () => {}, onFormState: (_state: DialogFormState) => {} });

/**
 * A dialog with a form. Escape, the close button, Cancel and a click outside do the same: they close an unchanged form at
 * once, and ask first about a changed one. It stays open during a request.
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
        title={t("Discard your changes?")}
        confirm={t("Discard changes")}
        cancel={t("Keep editing")}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          // In sequence: while the question is open, the page behind cannot take back the focus.
          flushSync(() => setAsked(null));
          asked?.then();
        }}
      >
        {t("You have unsaved changes.")}
      </ConfirmDialog>
    </>
  );
}

type DialogFormProps<Values extends FieldValues> = {
  form: FormOf<Values>;
  /** True if closing would lose something; the form's `isDirty` by default. */
  isUnsaved?: boolean;
  onSubmit: (event: FormEvent) => void;
  submitLabel: string;
  /** Replaces the label during the request. */
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
  busyLabel = t("Saving…"),
  notice,
  action,
  children,
}: DialogFormProps<Values>) {
  const { close, onFormState } = useContext(FormDialogContext);
  const { isSubmitting } = form.formState;
  // A layout effect, so that the dialog knows before the next click or key can close it.
  useLayoutEffect(() => {
    onFormState({ isUnsaved, isSaving: isSubmitting });
    return () => onFormState(IDLE);
  }, [isUnsaved, isSubmitting, onFormState]);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The form's code loaded after its dialog had opened.
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
          {action && <span className="me-auto">{action}</span>}
          <Button onClick={close} disabled={isSubmitting}>
            {t("Cancel")}
          </Button>
          <SubmitButton busy={isSubmitting} busyLabel={busyLabel}>
            {submitLabel}
          </SubmitButton>
        </div>
      </div>
    </form>
  );
}
