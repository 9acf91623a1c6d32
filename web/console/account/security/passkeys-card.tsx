import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Passkey, PasskeyName } from "../../../../contract/api/passkeys.ts";
import { t } from "../../../../contract/texts.ts";
import { canUsePasskeys, passkeyFailure } from "../../../lib/passkey-requests.ts";
import { rich } from "../../../lib/rich.ts";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";
import { FailureAlert } from "../../../ui/alert.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/form-fields.tsx";
import { Name } from "../../../ui/name.tsx";
import { RowAction } from "../../../ui/row-action.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ConfirmDialog } from "../../../widgets/confirm-dialog.tsx";
import { DialogForm, FormDialog } from "../../../widgets/form-dialog.tsx";
import { QueryFailure } from "../../../widgets/loading.tsx";
import { useRequestForm } from "../../../widgets/request-form.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { Section } from "../../sections/section.tsx";
import { passkeysQuery, useAddPasskey, useRemovePasskey, useRenamePasskey } from "./factor-queries.ts";

/** Adds, renames and removes the passkeys of the account. */
export function PasskeysCard(section: { id: string; title: string }) {
  const query = useQuery(passkeysQuery);
  const { data: passkeys, error } = query;
  const add = useAddPasskey();
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const list = useFocusFallback<HTMLDivElement>(passkeys && `${removed === null} ${passkeys.length}`);
  const failure = add.error && passkeyFailure(add.error, t("Couldn't add the passkey."));
  return (
    <Section
      {...section}
      about={t(
        "Sign in with your fingerprint, face, PIN or a security key, without a password. A passkey works on this site alone, so it cannot be given to a fake one.",
      )}
    >
      <div ref={list} tabIndex={-1} className="grid grid-cols-1 gap-3 outline-none">
        {passkeys?.length === 0 && <p>{t("No passkeys yet.")}</p>}
        {passkeys && passkeys.length > 0 && (
          <ul
            aria-label={t("Passkeys")}
            className="grid grid-cols-1 divide-y divide-line border-y border-line"
          >
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRename={() => setRenamed(passkey)}
                onRemove={() => setRemoved(passkey)}
              />
            ))}
          </ul>
        )}
        <QueryFailure query={query} failure={t("Couldn't load your passkeys.")} />
        {!passkeys && !error && <Skeleton className="h-16 rounded-control" />}
      </div>
      <FailureAlert>{failure}</FailureAlert>
      {canUsePasskeys() ? (
        <Button className="justify-self-start" busy={add.isPending} onClick={() => add.mutate("")}>
          {add.isPending ? t("Waiting for your device…") : t("Add a passkey")}
        </Button>
      ) : (
        <p className="text-[15px] text-muted">
          {t("This browser cannot use passkeys here. They need https.")}
        </p>
      )}
      <PasskeyNameDialog passkey={renamed} onClose={() => setRenamed(null)} />
      <RemoveDialog passkey={removed} onClose={() => setRemoved(null)} />
    </Section>
  );
}

const KINDS = { synced: t("Synced"), device: t("On one device") } as const;

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, kind, usable, created_at, last_used_at } = passkey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span dir="auto" className="font-semibold [overflow-wrap:anywhere]">
            {name}
          </span>
          <Badge tone="neutral">{KINDS[kind]}</Badge>
          {!usable && <Badge tone="warn">{t("Made for another address")}</Badge>}
        </p>
        <p className="text-sm text-muted">
          <span>{rich("Added {date}", { date: <Timestamp at={created_at} show="day" /> })}</span>
          <span>{", "}</span>
          <span>
            {last_used_at
              ? rich("last used {date}", { date: <Timestamp at={last_used_at} show="day" /> })
              : t("not used yet")}
          </span>
        </p>
      </div>
      <div className="-mx-3 flex flex-wrap">
        <RowAction name={t("Rename")} label={t("Rename {name}", { name })} onClick={onRename} />
        <RowAction name={t("Remove")} label={t("Remove {name}", { name })} isDanger onClick={onRemove} />
      </div>
    </li>
  );
}

type DialogProps = { passkey: Passkey | null; onClose: () => void };

/** Renames a passkey. */
function PasskeyNameDialog({ passkey, onClose }: DialogProps) {
  return (
    <FormDialog open={passkey !== null} title={t("Rename passkey")} onClose={onClose}>
      {passkey && <NameForm passkey={passkey} onSaved={onClose} />}
    </FormDialog>
  );
}

function NameForm({ passkey: { id, name }, onSaved }: { passkey: Passkey; onSaved: () => void }) {
  const rename = useRenamePasskey();
  const { form, onSubmit } = useRequestForm(PasskeyName, {
    values: { name },
    send: (input) => rename.mutateAsync({ id, ...input }).then(onSaved),
    failure: t("Couldn't rename the passkey."),
  });
  return (
    <DialogForm form={form} onSubmit={onSubmit} submitLabel={t("Save name")} busyLabel={t("Saving…")}>
      <TextField form={form} name="name" label={t("Name")} help={t("For example the device that has it.")} />
    </DialogForm>
  );
}

function RemoveDialog({ passkey, onClose }: DialogProps) {
  const remove = useRemovePasskey();
  return (
    <ConfirmDialog
      open={passkey !== null}
      title={t("Remove this passkey?")}
      confirm={t("Remove passkey")}
      doing={t("Removing…")}
      failure={t("Couldn't remove the passkey.")}
      work={remove}
      onConfirm={() => passkey && remove.mutate(passkey, { onSuccess: onClose })}
      onClose={onClose}
    >
      {rich("{name} no longer signs in here. Your device may still offer it until you delete it there.", {
        name: <Name>{passkey?.name}</Name>,
      })}
    </ConfirmDialog>
  );
}
