import { useState } from "react";
import type { WebhookEndpoint } from "../../../../contract/api/webhooks.ts";
import { t } from "../../../../contract/texts.ts";
import { rich } from "../../../lib/rich.ts";
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
      title={t("Webhooks")}
      headingAs="h2"
      about={rich(
        "A program of yours hears of orders, signups and changes at once. Events are signed by <link>Standard Webhooks</link>, and sent again for three days until your program has received them. They contain no names, emails or files.",
        {
          link: (inside) => (
            <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer" className="link">
              {inside}
            </a>
          ),
        },
      )}
    >
      <Loading query={webhooksQuery} failure={t("Couldn't load your webhooks.")} shapes={["h-16"]}>
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
        {endpoints.length === 0 && <p>{t("No webhooks yet.")}</p>}
        {endpoints.length > 0 && (
          <ul
            aria-label={t("Webhooks")}
            className="grid grid-cols-1 divide-y divide-line border-y border-line"
          >
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
          {t("Add a webhook")}
        </Button>
      ) : (
        <p className="text-[15px] text-muted">{t("Verify your email to add webhooks.")}</p>
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
        title={t("Your webhook's secret")}
        about={t("Copy it into your program now, which verifies the events with it. You won't see it again.")}
        label={t("Secret")}
        copy={t("Copy secret")}
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
          <span>{t("The former secret also signs until")} </span>
          <Timestamp at={rotation_until} />
        </p>
      )}
      <div className="-mx-3 flex flex-wrap">
        <RowAction name={t("Log")} label={t("Log {url}", { url })} onClick={() => onOpen("log")} />
        {disabled === null && (
          <RowAction
            name={t("Send test")}
            label={t("Send test {url}", { url })}
            onClick={() => test.mutate(endpoint, { onSuccess: () => onOpen("log") })}
          />
        )}
        <RowAction name={t("Change")} label={t("Change {url}", { url })} onClick={() => onOpen("form")} />
        <RowAction
          name={disabled === null ? t("Turn off") : t("Turn on")}
          label={disabled === null ? t("Turn off {url}", { url }) : t("Turn on {url}", { url })}
          onClick={() => change.mutate({ id: endpoint.id, enabled: disabled !== null })}
        />
        <RowAction
          name={t("New secret")}
          label={t("New secret {url}", { url })}
          onClick={() => onOpen("rotate")}
        />
        <RowAction
          name={t("Delete")}
          label={t("Delete {url}", { url })}
          isDanger
          onClick={() => onOpen("delete")}
        />
      </div>
      <RequestError error={test.error} fallback={t("Couldn't send the test event.")} />
      <RequestError error={change.error} fallback={t("Couldn't change the webhook.")} />
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
      title={t("Make a new secret?")}
      confirm={t("Make new secret")}
      doing={t("Making…")}
      variant="primary"
      failure={t("Couldn't make a new secret.")}
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
      {rich("For a day, events to {url} are signed with both secrets. Then the former one ends.", {
        url: <Name>{endpoint?.url}</Name>,
      })}
    </ConfirmDialog>
  );
}

function DeleteDialog({ endpoint, onClose }: ChosenProps) {
  const remove = useDeleteWebhook();
  return (
    <ConfirmDialog
      open={endpoint !== null}
      title={t("Delete this webhook?")}
      confirm={t("Delete webhook")}
      doing={t("Deleting…")}
      failure={t("Couldn't delete the webhook.")}
      work={remove}
      onConfirm={() => endpoint && remove.mutate(endpoint, { onSuccess: onClose })}
      onClose={onClose}
    >
      {rich("Nothing more is sent to {url}, and its log is deleted. This cannot be undone.", {
        url: <Name>{endpoint?.url}</Name>,
      })}
    </ConfirmDialog>
  );
}
