import { useState } from "react";
import type { WebhookEndpoint } from "../../../../contract/api/webhooks.ts";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Name } from "../../../ui/name.tsx";
import { RowAction } from "../../../ui/row-action.tsx";
import { ConfirmDialog } from "../../../widgets/confirm-dialog.tsx";
import { Loading } from "../../../widgets/loading.tsx";
import { RequestError } from "../../../widgets/request-error.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { useCreator } from "../../creator-context.ts";
import { Section } from "../../sections/section.tsx";
import { SecretOnce } from "./secret-once.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookLog } from "./webhook-log.tsx";
import {
  useChangeWebhook,
  useDeleteWebhook,
  useRotateSecret,
  useSendTest,
  webhooksQuery,
} from "./webhook-queries.ts";
import { stateOf } from "./webhook-texts.ts";

/** Adds, lists, tests and deletes webhooks. */
export function WebhooksSection() {
  return (
    <Section
      id="webhooks"
      title="Webhooks"
      headingAs="h2"
      about={
        <>
          A program of yours hears of orders, signups and changes at once. Events are signed by{" "}
          <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer" className="link">
            Standard Webhooks
          </a>
          , and sent again for three days until your program has received them. They contain no names, emails
          or files.
        </>
      }
    >
      <Loading query={webhooksQuery} failure="Couldn't load your webhooks." shapes={["h-16"]}>
        {(endpoints) => <Webhooks endpoints={endpoints} />}
      </Loading>
    </Section>
  );
}

type Open = { dialog: "form" | "log" | "rotate" | "delete"; id: string | null };

function Webhooks({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
  const { email_verified_at } = useCreator();
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const list = useFocusFallback<HTMLDivElement>(`${open?.dialog} ${endpoints.length}`);
  const close = () => setOpen(null);
  const chosen = endpoints.find(({ id }) => id === open?.id) ?? null;
  const chosenFor = (dialog: Open["dialog"]) => (open?.dialog === dialog ? chosen : null);
  return (
    <>
      <div ref={list} tabIndex={-1} className="outline-none">
        {endpoints.length === 0 && <p>No webhooks yet.</p>}
        {endpoints.length > 0 && (
          <ul aria-label="Webhooks" className="grid grid-cols-1 divide-y divide-line border-y border-line">
            {endpoints.map((endpoint) => (
              <WebhookRow
                key={endpoint.id}
                endpoint={endpoint}
                onOpen={(dialog) => setOpen({ dialog, id: endpoint.id })}
              />
            ))}
          </ul>
        )}
      </div>
      {email_verified_at ? (
        <Button className="justify-self-start" onClick={() => setOpen({ dialog: "form", id: null })}>
          Add a webhook
        </Button>
      ) : (
        <p className="text-[15px] text-muted">Verify your email to add webhooks.</p>
      )}
      <WebhookDialog
        open={open?.dialog === "form"}
        endpoint={chosenFor("form")}
        onAdded={setSecret}
        onClose={close}
      />
      <WebhookLog endpoint={chosenFor("log")} onClose={close} />
      <RotateDialog endpoint={chosenFor("rotate")} onRotated={setSecret} onClose={close} />
      <DeleteDialog endpoint={chosenFor("delete")} onClose={close} />
      <SecretOnce
        secret={secret}
        title="Your webhook's secret"
        about="Copy it into your program now, which verifies the events with it. You won't see it again."
        label="Secret"
        noun="secret"
        onClose={() => setSecret(null)}
      />
    </>
  );
}

function WebhookRow({
  endpoint,
  onOpen,
}: {
  endpoint: WebhookEndpoint;
  onOpen: (dialog: Open["dialog"]) => void;
}) {
  const { url, types, disabled, rotation_until } = endpoint;
  const test = useSendTest();
  const change = useChangeWebhook();
  const state = stateOf(endpoint);
  return (
    <li className="grid grid-cols-1 gap-1 py-3">
      <p className="flex flex-wrap items-center gap-2">
        <span dir="ltr" className="min-w-0 font-semibold [overflow-wrap:anywhere]">
          {url}
        </span>
        {state && <Badge tone={state.tone}>{state.text}</Badge>}
      </p>
      <p className="text-sm text-muted [overflow-wrap:anywhere]">{types.join(", ")}</p>
      {rotation_until && (
        <p className="text-sm text-muted">
          <span>The former secret also signs until </span>
          <Timestamp at={rotation_until} />
        </p>
      )}
      <div className="-mx-3 flex flex-wrap">
        <RowAction name="Log" row={url} onClick={() => onOpen("log")} />
        {disabled === null && (
          <RowAction
            name="Send test"
            row={url}
            onClick={() => test.mutate(endpoint, { onSuccess: () => onOpen("log") })}
          />
        )}
        <RowAction name="Change" row={url} onClick={() => onOpen("form")} />
        <RowAction
          name={disabled === null ? "Turn off" : "Turn on"}
          row={url}
          onClick={() => change.mutate({ id: endpoint.id, enabled: disabled !== null })}
        />
        <RowAction name="New secret" row={url} onClick={() => onOpen("rotate")} />
        <RowAction name="Delete" row={url} isDanger onClick={() => onOpen("delete")} />
      </div>
      <RequestError error={test.error} fallback="Couldn't send the test event." />
      <RequestError error={change.error} fallback="Couldn't change the webhook." />
    </li>
  );
}

type ChosenProps = { endpoint: WebhookEndpoint | null; onClose: () => void };

function RotateDialog({
  endpoint,
  onRotated,
  onClose,
}: ChosenProps & { onRotated: (secret: string) => void }) {
  const rotate = useRotateSecret();
  return (
    <ConfirmDialog
      open={endpoint !== null}
      title="Make a new secret?"
      confirm="Make new secret"
      doing="Making…"
      variant="primary"
      failure="Couldn't make a new secret."
      work={rotate}
      onConfirm={() =>
        endpoint &&
        rotate.mutate(endpoint, {
          onSuccess: ({ secret }) => {
            onClose();
            onRotated(secret);
          },
        })
      }
      onClose={onClose}
    >
      For a day, events to <Name>{endpoint?.url}</Name> are signed with both secrets. Then the former one
      ends.
    </ConfirmDialog>
  );
}

function DeleteDialog({ endpoint, onClose }: ChosenProps) {
  const remove = useDeleteWebhook();
  return (
    <ConfirmDialog
      open={endpoint !== null}
      title="Delete this webhook?"
      confirm="Delete webhook"
      doing="Deleting…"
      failure="Couldn't delete the webhook."
      work={remove}
      onConfirm={() => endpoint && remove.mutate(endpoint, { onSuccess: onClose })}
      onClose={onClose}
    >
      Nothing more is sent to <Name>{endpoint?.url}</Name>, and its log is deleted. This cannot be undone.
    </ConfirmDialog>
  );
}
