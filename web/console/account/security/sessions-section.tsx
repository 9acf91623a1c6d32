import { toast } from "sonner";
import { accountSecurityRoutes, type Session } from "../../../../contract/api/account-security.ts";
import { t } from "../../../../contract/texts.ts";
import { rich } from "../../../lib/rich.ts";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Loading } from "../../../widgets/loading.tsx";
import { RequestError } from "../../../widgets/request-error.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { Section } from "../../sections/section.tsx";
import { deviceName, methodName, placeName } from "./origin.ts";
import { sessionsQuery, useSecurityChange } from "./queries.ts";

/** Lists the browsers in which the user is signed in, and signs them out. */
export function SessionsSection(props: { id: string; title: string }) {
  return (
    <Section {...props} about={t("Log out any device you don't recognise, then change your password.")}>
      <Loading query={sessionsQuery} failure={t("Couldn't load where you're signed in.")}>
        {({ sessions }) => <Sessions sessions={sessions} />}
      </Loading>
    </Section>
  );
}

function Sessions({ sessions }: { sessions: Session[] }) {
  const end = useSecurityChange(accountSecurityRoutes.endSession);
  const endOthers = useSecurityChange(accountSecurityRoutes.endOtherSessions);
  const error = end.error ?? endOthers.error;
  const content = useFocusFallback<HTMLDivElement>(sessions.length);
  return (
    <div ref={content} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <ul className="divide-y divide-line border-y border-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <SessionDetails session={session} />
            {!session.is_current && (
              <Button
                aria-label={t("Log out {device}", { device: deviceName(session.device) })}
                busy={end.isPending && end.variables.params?.id === session.id}
                onClick={() =>
                  end.mutate(
                    { params: { id: session.id } },
                    { onSuccess: () => toast.success(t("Logged out there")) },
                  )
                }
              >
                {t("Log out")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <RequestError error={error} fallback={t("Couldn't log out there.")} />
      {sessions.length > 1 && (
        <Button
          className="justify-self-start"
          busy={endOthers.isPending}
          onClick={() =>
            endOthers.mutate({}, { onSuccess: () => toast.success(t("Logged out everywhere else")) })
          }
        >
          {t("Log out everywhere else")}
        </Button>
      )}
    </div>
  );
}

function SessionDetails({ session }: { session: Session }) {
  return (
    <div className="grid min-w-0 gap-0.5">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <span>{deviceName(session.device)}</span>
        {session.is_current && <Badge tone="good">{t("This device")}</Badge>}
      </p>
      <p className="text-sm text-muted">{[placeName(session), methodName(session.method)].join(" · ")}</p>
      <p className="text-sm text-muted">
        {rich("Since {start}, last seen {latest}", {
          start: <Timestamp at={session.created_at} show="day" />,
          latest: <Timestamp at={session.last_seen_at} />,
        })}
      </p>
    </div>
  );
}
