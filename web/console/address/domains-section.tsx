import { useState } from "react";
import type { Domain } from "../../../contract/api/domains.ts";
import { domainLimits } from "../../../contract/rules/domain-limits.ts";
import { t, text } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { Button } from "../../ui/button.tsx";
import { Name } from "../../ui/name.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { Loading } from "../../widgets/loading.tsx";
import { useCreator } from "../creator-context.ts";
import { Section } from "../sections/section.tsx";
import { AddDomainDialog } from "./add-domain-dialog.tsx";
import { DomainRow } from "./domain-row.tsx";
import { domainsQuery, useRemoveDomain } from "./queries.ts";

/** Adds, lists, checks and removes own domains. */
export function DomainsSection() {
  return (
    <Section
      id="domains"
      title={t("Your own domains")}
      headingAs="h2"
      about={t(
        "Your page, its shop and its emails at a domain that you own, such as the one on your business card. You set a few records where you bought the domain; the rest happens by itself.",
      )}
    >
      <Loading query={domainsQuery} failure={t("Couldn't load your domains.")} shapes={["h-16"]}>
        {({ available, domains }) =>
          available ? <Domains domains={domains} /> : <p>{t("This site has no own domains.")}</p>
        }
      </Loading>
    </Section>
  );
}

function Domains({ domains }: { domains: readonly Domain[] }) {
  const { email_verified_at } = useCreator();
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<Domain | null>(null);
  /** The domain that was just added, whose records are open. */
  const [added, setAdded] = useState<string | null>(null);
  const list = useFocusFallback<HTMLDivElement>(`${removed === null} ${domains.length}`);
  const isFull = domains.length >= domainLimits.ofCreator.max;
  return (
    <>
      <div ref={list} tabIndex={-1} className="outline-none">
        {domains.length === 0 && <p>{t("No domains yet.")}</p>}
        {domains.length > 0 && (
          <ul
            aria-label={t("Domains")}
            className="grid grid-cols-1 divide-y divide-line border-y border-line"
          >
            {domains.map((domain) => (
              <DomainRow
                key={domain.id}
                domain={domain}
                isNew={domain.id === added}
                onRemove={() => setRemoved(domain)}
              />
            ))}
          </ul>
        )}
      </div>
      {email_verified_at && !isFull && (
        <Button className="justify-self-start" onClick={() => setIsAdding(true)}>
          {t("Add a domain")}
        </Button>
      )}
      {!email_verified_at && (
        <p className="text-[15px] text-muted">{t("Verify your email to add domains.")}</p>
      )}
      {isFull && (
        <p className="text-[15px] text-muted">
          {rich("You have {max} domains, the most a page can have. Remove one to add another.", {
            max: domainLimits.ofCreator.max,
          })}
        </p>
      )}
      <AddDomainDialog
        open={isAdding}
        onAdded={({ id }) => {
          setAdded(id);
          setIsAdding(false);
        }}
        onClose={() => setIsAdding(false)}
      />
      <RemoveDialog domain={removed} onClose={() => setRemoved(null)} />
    </>
  );
}

const IF_SHOWN = text(
  "{domain} stops showing your page at once, and links to it no longer work. Your page stays at its address here. You can add the domain again, with a new record.",
);
const IF_NOT_SHOWN = text("{domain} is no longer checked. You can add it again, with a new record.");

function RemoveDialog({ domain, onClose }: { domain: Domain | null; onClose: () => void }) {
  const remove = useRemoveDomain();
  return (
    <ConfirmDialog
      open={domain !== null}
      title={t("Remove this domain?")}
      confirm={t("Remove domain")}
      doing={t("Removing…")}
      failure={t("Couldn't remove the domain.")}
      work={remove}
      onConfirm={() => domain && remove.mutate(domain, { onSuccess: onClose })}
      onClose={onClose}
    >
      {rich(domain?.state === "proven" ? IF_SHOWN : IF_NOT_SHOWN, {
        domain: <Name>{domain?.display_name}</Name>,
      })}
    </ConfirmDialog>
  );
}
