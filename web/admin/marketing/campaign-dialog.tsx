import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Campaign, type Recipient, RecipientState } from "../../../contract/marketing.ts";
import { errorMessage } from "../../lib/api.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { countPages } from "../../ui/pagination.tsx";
import { Select } from "../../ui/select.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { countsOf, STATES } from "./campaign-view.ts";
import { campaignQuery } from "./queries.ts";

type CampaignDialogProps = { campaign: Campaign | null; onClose: () => void };

/** What became of a mail, recipient by recipient. */
export function CampaignDialog({ campaign, onClose }: CampaignDialogProps) {
  return (
    <Dialog open={campaign !== null} onClose={onClose} title={campaign?.subject ?? ""} width="sm:max-w-2xl">
      {campaign && <Recipients key={campaign.id} id={campaign.id} />}
    </Dialog>
  );
}

function Recipients({ id }: { id: number }) {
  const [requested, setRequested] = useState<{ page: number; state: RecipientState | undefined }>({
    page: 1,
    state: undefined,
  });
  const { data, error, refetch } = useQuery(campaignQuery({ id, ...requested }));
  const pages = data ? countPages(data) : 1;
  const top = useRef<HTMLParagraphElement>(null);
  const goToPage = (page: number) => {
    setRequested({ ...requested, page });
    top.current?.focus();
  };
  return (
    <div className="grid grid-cols-1 gap-4 px-6 pt-3 pb-6">
      {data && (
        <p ref={top} tabIndex={-1} className="text-muted tabular-nums">
          {countsOf(data.campaign)}
        </p>
      )}
      <Field label="Show">
        {(control) => (
          <Select
            {...control}
            value={requested.state ?? "all"}
            onChange={({ target }) => {
              const state = RecipientState.safeParse(target.value);
              setRequested({ page: 1, state: state.success ? state.data : undefined });
            }}
          >
            <option value="all">All recipients</option>
            {RecipientState.options.map((state) => (
              <option key={state} value={state}>
                {STATES[state]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {error ? (
        <Alert tone="bad" role="alert" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          {errorMessage(error, "Failed to load the recipients")}
        </Alert>
      ) : data ? (
        data.recipients.length === 0 ? (
          <p className="py-8 text-center font-semibold">No recipients here.</p>
        ) : (
          <ul>
            {data.recipients.map((recipient) => (
              <Row key={recipient.id} recipient={recipient} />
            ))}
          </ul>
        )
      ) : (
        <div role="status" aria-label="Loading recipients" className="grid gap-3">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-6 rounded-md" />
          ))}
        </div>
      )}
      {pages > 1 && (
        <nav aria-label="Pages of recipients" className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-sm text-muted tabular-nums">
            Page {requested.page} of {pages.toLocaleString("en")}
          </p>
          <div className="flex gap-2.5">
            <Button disabled={requested.page <= 1} onClick={() => goToPage(requested.page - 1)}>
              Previous
            </Button>
            <Button disabled={requested.page >= pages} onClick={() => goToPage(requested.page + 1)}>
              Next
            </Button>
          </div>
        </nav>
      )}
    </div>
  );
}

const LOOKS: Record<RecipientState, string> = {
  queued: "bg-warn/8 text-warn",
  sent: "bg-good/8 text-good",
  failed: "bg-bad/8 text-bad",
  skipped: "bg-line text-ink",
};

function Row({ recipient: { address, state, reason } }: { recipient: Recipient }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-2.5 text-[15px]">
      <span className="[overflow-wrap:anywhere]">{address ?? "A deleted user"}</span>
      <span className={`rounded-full px-2.5 py-0.5 text-sm font-semibold ${LOOKS[state]}`}>
        {STATES[state]}
      </span>
      {reason && <span className="col-span-2 text-sm text-muted [overflow-wrap:anywhere]">{reason}</span>}
    </li>
  );
}
