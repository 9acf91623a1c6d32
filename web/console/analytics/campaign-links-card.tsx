import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  type CampaignLink,
  campaignLinkRoutes,
  QR_MILLIMETRES,
} from "../../../contract/api/campaign-links.ts";
import { MAX_CAMPAIGN_LINKS } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { buildUrl } from "../../lib/api.ts";
import { rich } from "../../lib/rich.ts";
import { formatInstant } from "../../lib/time-fields.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RowAction } from "../../ui/row-action.tsx";
import { sourceLabel } from "../../widgets/analytics/labels.ts";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { DataList } from "../../widgets/data-list.tsx";
import { FormDialog } from "../../widgets/form-dialog.tsx";
import { copyLink } from "../copy-link.ts";
import { useCreator } from "../creator-context.ts";
import { CampaignLinkForm } from "./campaign-link-form.tsx";
import { moneyText } from "./funnel-labels.ts";
import { FunnelUrl } from "./funnel-url.ts";
import { campaignLinksQuery, funnelQuery, useDeleteLink } from "./queries.ts";

/** The creator's campaign links, each with its visits and sales of the last thirty days. */
export function CampaignLinks() {
  const query = useQuery(campaignLinksQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  /** The edited link, null for a new link, or undefined while the dialog is closed. */
  const [edited, setEdited] = useState<CampaignLink | null>();
  const [printed, setPrinted] = useState<CampaignLink>();
  const [deleted, setDeleted] = useState<CampaignLink>();
  const remove = useDeleteLink();
  const closeDeleted = () => {
    // Close first: an element behind an open dialog cannot receive the focus.
    flushSync(() => setDeleted(undefined));
    heading.current?.focus();
  };
  const isFull = query.data !== undefined && query.data.length >= MAX_CAMPAIGN_LINKS;
  return (
    <>
      <DataList
        id="campaign-links"
        title={t("Campaign links")}
        headingRef={heading}
        query={query}
        failure={t("Couldn't load your campaign links.")}
        actions={
          <Button variant="primary" disabled={isFull} onClick={() => setEdited(null)}>
            {t("New link")}
          </Button>
        }
        filter={
          <p className="text-sm text-muted">
            {t(
              "A short link for a bio, a story or a poster. It shows its visits and sales of the last 30 days. Choose it under Visits and sales for other days.",
            )}
          </p>
        }
        rows={(links) => links}
        empty={<p className="text-muted">{t("No campaign links yet.")}</p>}
        item={(link) => (
          <LinkRow key={link.id} link={link} onEdit={setEdited} onPrint={setPrinted} onDelete={setDeleted} />
        )}
      />
      <FormDialog
        open={edited !== undefined}
        title={edited ? t("Edit link") : t("New link")}
        onClose={() => setEdited(undefined)}
      >
        <CampaignLinkForm link={edited ?? null} onSaved={() => setEdited(undefined)} />
      </FormDialog>
      <QrDialog link={printed} onClose={() => setPrinted(undefined)} />
      <ConfirmDialog
        open={deleted !== undefined}
        title={t("Delete this link?")}
        confirm={t("Delete link")}
        failure={t("Couldn't delete the link.")}
        work={remove}
        onClose={() => setDeleted(undefined)}
        onConfirm={() => {
          if (deleted) remove.mutate(deleted, { onSuccess: closeDeleted });
        }}
      >
        {deleted &&
          t(
            "“{title}” then leads to your page, also where it is printed. What it has brought stays in your figures, as that of a deleted link.",
            { title: deleted.title },
          )}
      </ConfirmDialog>
    </>
  );
}

type OnLink = (link: CampaignLink) => void;
type LinkRowProps = { link: CampaignLink; onEdit: OnLink; onPrint: OnLink; onDelete: OnLink };

function LinkRow({ link, onEdit, onPrint, onDelete }: LinkRowProps) {
  const { time_zone: timeZone } = useCreator();
  const { data: brought } = useQuery({
    ...funnelQuery(FunnelUrl.parse({})),
    select: ({ tables }) => tables.campaign.find(({ key }) => key === String(link.id)),
  });
  const facts = [
    sourceLabel(link.source),
    t("{count, plural, one {# visit} other {# visits}}", { count: brought?.views ?? 0 }),
    t("{count, plural, one {# sale} other {# sales}}", { count: brought?.paid ?? 0 }),
    brought && brought.money.length > 0 && moneyText(brought.money, "kept_cents"),
    link.ends_at !== null &&
      !link.ended &&
      t("until {date}", { date: formatInstant(link.ends_at, timeZone) }),
  ];
  return (
    <li className="grid gap-1 border-t border-line px-4 py-3 sm:flex sm:flex-wrap sm:items-center sm:justify-between sm:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <bdi className="wrap-anywhere">{link.title}</bdi>
          {link.ended && <Badge tone="neutral">{t("Ended")}</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-muted">{link.url.replace(/^https?:\/\//, "")}</p>
        <p className="text-sm text-muted">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      <div className="-ms-3 flex flex-wrap sm:ms-0">
        <RowAction
          name={t("Copy")}
          label={t("Copy {title}", { title: link.title })}
          onClick={() => copyLink(link.url, t("Link copied."))}
        />
        <RowAction
          name={t("QR code")}
          label={t("QR code of {title}", { title: link.title })}
          onClick={() => onPrint(link)}
        />
        <RowAction
          name={t("Edit")}
          label={t("Edit {title}", { title: link.title })}
          onClick={() => onEdit(link)}
        />
        <RowAction
          name={t("Delete")}
          label={t("Delete {title}", { title: link.title })}
          isDanger
          onClick={() => onDelete(link)}
        />
      </div>
    </li>
  );
}

function QrDialog({ link, onClose }: { link: CampaignLink | undefined; onClose: () => void }) {
  const urlOf = (format: "svg" | "png", mm: string) =>
    buildUrl(campaignLinkRoutes.qr, { params: { id: link?.id ?? "" }, query: { format, mm } });
  return (
    <Dialog open={link !== undefined} onClose={onClose} title={t("QR code")}>
      {link && (
        <div className="grid justify-items-center gap-4 px-6 pt-4 pb-6">
          <img
            src={urlOf("svg", "50")}
            alt={t("QR code that leads to {url}", { url: link.url })}
            width="224"
            height="224"
            className="rounded-control bg-white"
          />
          <p className="text-center text-sm wrap-anywhere text-muted">{link.url}</p>
          <ul className="flex flex-wrap justify-center gap-2">
            {QR_MILLIMETRES.map((mm) => (
              <li key={mm}>
                <Button href={urlOf("png", mm)} download>
                  {rich("PNG, {mm} mm", { mm })}
                </Button>
              </li>
            ))}
            <li>
              <Button href={urlOf("svg", "50")} download>
                {t("SVG, any size")}
              </Button>
            </li>
          </ul>
        </div>
      )}
    </Dialog>
  );
}
