import { type ReactNode, useState } from "react";
import { useNavigate, useOutletContext, useParams } from "react-router";
import type { AdminUserDetail } from "../../../contract/api/admin-overview.ts";
import type { Creator } from "../../../contract/api/creators.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { ApiError } from "../../lib/api.ts";
import { formatBytes } from "../../lib/bytes.ts";
import { formatNumber } from "../../lib/format.ts";
import { planLabel } from "../../lib/plan.ts";
import { rich } from "../../lib/rich.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DetailScreen } from "../../widgets/detail-screen.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { Totals } from "../../widgets/totals-figures.tsx";
import { AuditEntries } from "../audit/audit-panel.tsx";
import { FeedbackItem } from "../feedback/feedback-panel.tsx";
import { useAdminQuery, userQuery } from "../queries.ts";
import { SuspensionBadge } from "./suspension-badge.tsx";
import { UserActionDialogs } from "./user-action-dialogs.tsx";
import { actionsOf, NOT_ONESELF, type UserAction } from "./user-actions.ts";
import { UserKeys } from "./user-keys.tsx";

/** A user with all details and actions. */
export function UserScreen() {
  const { id = "" } = useParams();
  const { user_id: ownId } = useOutletContext<Creator>();
  const query = useAdminQuery(userQuery(id));
  const { data, error } = query;
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <DetailScreen
      query={query}
      title={t("{user} · Admin", { user: data?.user.display_name ?? data?.user.email ?? t("User") })}
      heading={t("User")}
      list={{ path: paths.adminUsers(), label: t("All users") }}
      missing={isMissing && t("This user doesn't exist, or was deleted.")}
      failure={t("Couldn't load this user.")}
      label={t("Loading user")}
    >
      {(detail) => <User key={id} detail={detail} isSelf={id === ownId} />}
    </DetailScreen>
  );
}

type UserProps = { detail: AdminUserDetail; isSelf: boolean };

function User({ detail, isSelf }: UserProps) {
  const { user, page, feedback, entries } = detail;
  const [action, setAction] = useState<UserAction | null>(null);
  const heading = useFocusFallback<HTMLHeadingElement>(action === null);
  const navigate = useNavigate();
  return (
    <>
      <div className="grid grid-cols-1 gap-2">
        <h1 ref={heading} tabIndex={-1} dir="auto" className="text-3xl [overflow-wrap:anywhere] sm:text-4xl">
          {user.display_name ?? user.email}
        </h1>
        <p className="flex flex-wrap items-center gap-2">
          {user.is_admin && <Badge>{t("Admin")}</Badge>}
          {user.sending_stopped && <Badge tone="warn">{t("Emails stopped")}</Badge>}
          <SuspensionBadge user={user} />
          {isSelf && <span className="text-muted">{t("This is you.")}</span>}
        </p>
      </div>
      <UserActions detail={detail} isSelf={isSelf} onAct={setAction} />
      <div className="grid grid-cols-1 items-start gap-4 sm:gap-5 lg:grid-cols-2">
        <Account detail={detail} />
        <Page detail={detail} />
      </div>
      {page && page.totals.length + page.mockTotals.length > 0 && (
        <Card title={t("Sales")}>
          <Totals totals={page.totals} mockTotals={page.mockTotals} />
        </Card>
      )}
      <UserKeys user={user} keys={detail.api_keys} />
      <Card title={t("Feedback")}>
        {feedback.length === 0 ? (
          <p className="text-muted">{t("No feedback submitted yet.")}</p>
        ) : (
          <ul className="-mx-4 -mb-4 sm:-mx-5 sm:-mb-5">
            {feedback.map((item) => (
              <FeedbackItem key={item.id} item={item} />
            ))}
          </ul>
        )}
      </Card>
      <Card title={t("Actions of administrators")}>
        {entries.length === 0 ? (
          <p className="text-muted">{t("No activity yet.")}</p>
        ) : (
          <div className="-mx-4 -mb-4 sm:-mx-5 sm:-mb-5">
            <AuditEntries entries={entries} />
          </div>
        )}
      </Card>
      <UserActionDialogs
        action={action}
        onClose={() => setAction(null)}
        onDeleted={() => void navigate(paths.adminUsers())}
      />
    </>
  );
}

type UserActionsProps = {
  detail: AdminUserDetail;
  isSelf: boolean;
  onAct: (action: UserAction) => void;
};

/** The list's actions, and those on the second factor. */
function UserActions({ detail: { user, second_factor }, isSelf, onAct }: UserActionsProps) {
  return (
    <div className="flex flex-wrap gap-2.5">
      {actionsOf(user, isSelf, second_factor).map(({ label, action }) => (
        <Button
          key={label}
          variant={action.act === "delete" ? "danger" : "plain"}
          onClick={() => onAct(action)}
        >
          {label}
        </Button>
      ))}
      {isSelf && <p className="self-center text-muted">{NOT_ONESELF}</p>}
    </div>
  );
}

const WAYS = { password: t("Password"), google: "Google", oidc: t("Single sign-on") } as const;

function Account({ detail }: { detail: AdminUserDetail }) {
  const { user, email_verified_at, signs_in_with, passkeys, second_factor, sessions, last_seen_at } = detail;
  return (
    <Card title={t("Account")}>
      <Facts>
        <Fact name={t("Email")}>{user.email}</Fact>
        <Fact name={t("Email verified")}>
          {email_verified_at ? <Timestamp at={email_verified_at} /> : t("Not yet")}
        </Fact>
        <Fact name={t("Signs in with")}>
          {signs_in_with.map((way) => WAYS[way]).join(", ") || t("Nothing yet")}
        </Fact>
        <Fact name={t("Passkeys")}>{formatNumber(passkeys)}</Fact>
        <Fact name={t("Second factor")}>
          {second_factor.removed_at ? (
            <span>
              {rich("Removed on {date}, unless it is kept", {
                date: <Timestamp at={second_factor.removed_at} />,
              })}
            </span>
          ) : second_factor.enabled_at ? (
            <span>
              {rich("On since {date}", { date: <Timestamp at={second_factor.enabled_at} show="day" /> })}
            </span>
          ) : (
            t("Off")
          )}
        </Fact>
        <Fact name={t("Signed in")}>
          {sessions === 0
            ? t("Nowhere")
            : t("In {sessions, plural, one {# browser} other {# browsers}}", { sessions })}
        </Fact>
        <Fact name={t("Last seen")}>{last_seen_at ? <Timestamp at={last_seen_at} /> : "–"}</Fact>
        <Fact name={t("Since")}>
          <Timestamp at={user.created_at} />
        </Fact>
      </Facts>
    </Card>
  );
}

const PROVIDERS = { none: t("No provider"), stripe: "Stripe", mollie: "Mollie" } as const;
const MODES = { live: t("takes payments"), test: t("test mode"), sandbox: t("sandbox") } as const;

function Page({ detail: { user, page } }: { detail: AdminUserDetail }) {
  if (!page || user.handle === null || user.plan === null)
    return (
      <Card title={t("Page")}>
        <p className="text-muted">{t("No page yet.")}</p>
      </Card>
    );
  const plan = { plan: user.plan, stripe_subscription_active: user.stripe_subscription_active };
  return (
    <Card title={t("Page")}>
      <Facts>
        <Fact name={t("Handle")}>
          <a
            href={paths.creator(user.handle)}
            className="inline-flex min-h-11 min-w-11 items-center text-primary hover:underline sm:min-h-0"
          >
            <bdi>@{user.handle}</bdi>
          </a>
        </Fact>
        <Fact name={t("Plan")}>{planLabel(plan)}</Fact>
        <Fact name={t("Tiles")}>{formatNumber(page.tiles)}</Fact>
        <Fact name={t("Products")}>{formatNumber(page.products)}</Fact>
        <Fact name={t("Audience")}>{formatNumber(page.members)}</Fact>
        <Fact name={t("Files")}>
          <span>{formatNumber(page.files)}</span>
          {page.files > 0 && <span>{`, ${formatBytes(page.file_bytes)}`}</span>}
        </Fact>
        <Fact name={t("Payment provider")}>
          <span>{PROVIDERS[page.payment_provider]}</span>
          {page.payment_provider !== "none" && (
            <span>{`, ${page.sells_in ? MODES[page.sells_in] : t("cannot sell yet")}`}</span>
          )}
        </Fact>
      </Facts>
    </Card>
  );
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-1 gap-x-6 gap-y-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">{children}</dl>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 sm:contents">
      <dt className="text-[15px] text-muted">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
