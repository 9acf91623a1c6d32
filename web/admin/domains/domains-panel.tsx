import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { toast } from "sonner";
import { type AdminDomain, adminDomainRoutes } from "../../../contract/api/admin-domains.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { rich } from "../../lib/rich.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { PageState, useUrlState } from "../../lib/use-url-state.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Name } from "../../ui/name.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { DataList } from "../../widgets/data-list.tsx";
import { domainStateOf } from "../../widgets/domain-state.ts";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { adminList, useAdminChanged, useAdminQuery } from "../queries.ts";

/** The own domains of all creators. */
export function DomainsPanel() {
  const [{ page }, setUrl] = useUrlState(PageState);
  const [removed, setRemoved] = useState<AdminDomain | null>(null);
  const query = useAdminQuery(adminList("domains", adminDomainRoutes.list, { query: { page } }));
  /** The last domain that was asked about. */
  const [askedId, setAskedId] = useState<string | null>(null);
  const heading = useFocusFallback<HTMLHeadingElement>(
    query.data?.domains.some(({ id }) => id === askedId) ?? false,
  );
  const ask = (domain: AdminDomain) => {
    setRemoved(domain);
    setAskedId(domain.id);
  };
  return (
    <>
      <DataList
        id="domains"
        title={t("Own domains")}
        headingRef={heading}
        query={query}
        failure={t("Couldn't load the domains.")}
        rows={({ domains }) => domains}
        empty={t("No page has its own domain.")}
        pages={{
          countOf: (count) => t("{count, plural, one {# domain} other {# domains}}", { count }),
          onTurn: setUrl,
        }}
        item={(domain) => <Row key={domain.id} domain={domain} onRemove={() => ask(domain)} />}
      />
      <RemoveDialog domain={removed} onClose={() => setRemoved(null)} />
    </>
  );
}

function Row({ domain, onRemove }: { domain: AdminDomain; onRemove: () => void }) {
  const { display_name: name, creator, is_main, proven_at, checked_at, failing_since } = domain;
  const { text, tone } = domainStateOf(domain);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 sm:px-5">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>
          <Badge tone={tone}>{text}</Badge>
          {is_main && <Badge tone="neutral">{t("Main")}</Badge>}
        </p>
        <p className="[overflow-wrap:anywhere]">
          <Link to={paths.adminUser(creator.user_id)} className="link">
            <bdi>{creator.display_name}</bdi>
          </Link>
          <span className="text-muted"> @{creator.handle}</span>
        </p>
        <p className="text-sm text-muted tabular-nums">
          {proven_at !== null && (
            <>
              <span>{rich("Proved since {date}", { date: <Timestamp at={proven_at} /> })}</span>
              <span> · </span>
            </>
          )}
          {failing_since !== null && (
            <>
              <span>{rich("Record lost since {date}", { date: <Timestamp at={failing_since} /> })}</span>
              <span> · </span>
            </>
          )}
          <span>
            {checked_at === null
              ? t("Not checked yet")
              : rich("Last check {date}", { date: <Timestamp at={checked_at} /> })}
          </span>
        </p>
      </div>
      <Button aria-label={t("Remove {name}", { name })} onClick={onRemove}>
        {t("Remove")}
      </Button>
    </li>
  );
}

function RemoveDialog({ domain, onClose }: { domain: AdminDomain | null; onClose: () => void }) {
  const changed = useAdminChanged();
  const work = useMutation({
    mutationFn: ({ id }: AdminDomain) => request(adminDomainRoutes.remove, { params: { id } }),
    onSuccess: () => void toast.success(t("Domain removed.")),
    onSettled: changed,
  });
  return (
    <ConfirmDialog
      open={domain !== null}
      title={t("Remove this domain?")}
      confirm={t("Remove domain")}
      doing={t("Removing…")}
      failure={t("Couldn't remove the domain.")}
      work={work}
      onConfirm={() => domain && work.mutate(domain, { onSuccess: onClose })}
      onClose={onClose}
    >
      <span>
        {rich("{displayName} no longer shows the page, and its creator is emailed.", {
          displayName: <Name>{domain?.display_name}</Name>,
        })}
      </span>{" "}
      <span>{t("The creator can add it again, unless you block it in Reports.")}</span>
    </ConfirmDialog>
  );
}
