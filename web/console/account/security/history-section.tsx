import { keepPreviousData } from "@tanstack/react-query";
import type { SignInEntry } from "../../../../contract/api/account-security.ts";
import { t } from "../../../../contract/texts.ts";
import { PageState, useUrlState } from "../../../lib/use-url-state.ts";
import { countPages, Pagination } from "../../../ui/pagination.tsx";
import { Loading } from "../../../widgets/loading.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { Section } from "../../sections/section.tsx";
import { deviceName, methodName, outcomeName, placeName } from "./origin.ts";
import { historyQuery } from "./queries.ts";

/** Sign-ins and attempts of the last 90 days. */
export function HistorySection(props: { id: string; title: string }) {
  const [{ page }, setState] = useUrlState(PageState);
  return (
    <Section
      {...props}
      about={t("The last 90 days. Only the network of an IP address is stored, which many people share.")}
    >
      <Loading
        query={{ ...historyQuery(page), placeholderData: keepPreviousData }}
        failure={t("Couldn't load the sign-in history.")}
      >
        {(list) => (
          <>
            {list.signIns.length === 0 ? (
              <p className="text-muted">{t("Nothing yet. Your next sign-in is listed here.")}</p>
            ) : (
              <ul className="divide-y divide-line border-y border-line">
                {list.signIns.map((entry) => (
                  <Entry key={`${entry.at} ${entry.outcome} ${entry.network}`} entry={entry} />
                ))}
              </ul>
            )}
            {countPages(list) > 1 && (
              <Pagination
                title={props.title}
                countOf={(count) => t("{count, plural, one {# sign-in} other {# sign-ins}}", { count })}
                total={list.total}
                page={list.page}
                pages={countPages(list)}
                onPageChange={(next) => setState({ page: next })}
              />
            )}
          </>
        )}
      </Loading>
    </Section>
  );
}

function Entry({ entry }: { entry: SignInEntry }) {
  const isFailure = entry.outcome !== "succeeded" && entry.outcome !== "confirmed";
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2.5">
      <p>
        <span className={`font-medium ${isFailure ? "text-bad" : ""}`}>{outcomeName(entry.outcome)}</span>
        <span className="text-sm text-muted"> · {methodName(entry.method)}</span>
      </p>
      <Timestamp at={entry.at} className="text-sm text-muted" />
      <p className="w-full text-sm text-muted">
        {deviceName(entry.device)} · {placeName(entry)}
      </p>
    </li>
  );
}
