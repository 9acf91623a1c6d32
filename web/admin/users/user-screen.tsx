import { type ReactNode, useState } from "react";
import { useNavigate, useOutletContext, useParams } from "react-router";
import type { AdminUserDetail } from "../../../contract/api/admin-overview.ts";
import type { Creator } from "../../../contract/api/creators.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { ApiError } from "../../lib/api.ts";
import { formatBytes } from "../../lib/bytes.ts";
import { formatCount, formatNumber } from "../../lib/format.ts";
import { planLabel } from "../../lib/plan.ts";
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
      title={`${data?.user.display_name ?? data?.user.email ?? "User"} · Admin`}
      heading="User"
      list={{ path: paths.adminUsers(), label: "All users" }}
      missing={isMissing && "This user doesn't exist, or was deleted."}
      failure="Couldn't load this user."
      label="Loading user"
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
          {user.is_admin && <Badge>Admin</Badge>}
          {user.sending_stopped && <Badge tone="warn">Emails stopped</Badge>}
          <SuspensionBadge user={user} />
          {isSelf && <span className="text-muted">This is you.</span>}
        </p>
      </div>
      <UserActions detail={detail} isSelf={isSelf} onAct={setAction} />
      <div className="grid grid-cols-1 items-start gap-4 sm:gap-5 lg:grid-cols-2">
        <Account detail={detail} />
        <Page detail={detail} />
      </div>
      {page && page.totals.length + page.mockTotals.length > 0 && (
        <Card title="Sales">
          <Totals totals={page.totals} mockTotals={page.mockTotals} />
        </Card>
      )}
      <UserKeys user={user} keys={detail.api_keys} />
      <Card title="Feedback">
        {feedback.length === 0 ? (
          <p className="text-muted">No feedback submitted yet.</p>
        ) : (
          <ul className="-mx-4 -mb-4 sm:-mx-5 sm:-mb-5">
            {feedback.map((item) => (
              <FeedbackItem key={item.id} item={item} />
            ))}
          </ul>
        )}
      </Card>
      <Card title="Actions of administrators">
        {entries.length === 0 ? (
          <p className="text-muted">No activity yet.</p>
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

const WAYS = { password: "Password", google: "Google", oidc: "Single sign-on" } as const;

function Account({ detail }: { detail: AdminUserDetail }) {
  const { user, email_verified_at, signs_in_with, passkeys, second_factor, sessions, last_seen_at } = detail;
  return (
    <Card title="Account">
      <Facts>
        <Fact name="Email">{user.email}</Fact>
        <Fact name="Email verified">
          {email_verified_at ? <Timestamp at={email_verified_at} /> : "Not yet"}
        </Fact>
        <Fact name="Signs in with">{signs_in_with.map((way) => WAYS[way]).join(", ") || "Nothing yet"}</Fact>
        <Fact name="Passkeys">{formatNumber(passkeys)}</Fact>
        <Fact name="Second factor">
          {second_factor.removed_at ? (
            <>
              <span>Removed on </span>
              <Timestamp at={second_factor.removed_at} />
              <span>, unless it is kept</span>
            </>
          ) : second_factor.enabled_at ? (
            <>
              <span>On since </span>
              <Timestamp at={second_factor.enabled_at} show="day" />
            </>
          ) : (
            "Off"
          )}
        </Fact>
        <Fact name="Signed in">
          {sessions === 0 ? "Nowhere" : `In ${formatCount(sessions, ["browser", "browsers"])}`}
        </Fact>
        <Fact name="Last seen">{last_seen_at ? <Timestamp at={last_seen_at} /> : "–"}</Fact>
        <Fact name="Since">
          <Timestamp at={user.created_at} />
        </Fact>
      </Facts>
    </Card>
  );
}

const PROVIDERS = { none: "None", stripe: "Stripe", mollie: "Mollie" } as const;
const MODES = { live: "takes payments", test: "test mode", sandbox: "sandbox" } as const;

function Page({ detail: { user, page } }: { detail: AdminUserDetail }) {
  if (!page || user.handle === null || user.plan === null)
    return (
      <Card title="Page">
        <p className="text-muted">No page yet.</p>
      </Card>
    );
  const plan = { plan: user.plan, stripe_subscription_active: user.stripe_subscription_active };
  return (
    <Card title="Page">
      <Facts>
        <Fact name="Handle">
          <a
            href={paths.creator(user.handle)}
            className="inline-flex min-h-11 min-w-11 items-center text-primary hover:underline sm:min-h-0"
          >
            <bdi>@{user.handle}</bdi>
          </a>
        </Fact>
        <Fact name="Plan">{planLabel(plan)}</Fact>
        <Fact name="Tiles">{formatNumber(page.tiles)}</Fact>
        <Fact name="Products">{formatNumber(page.products)}</Fact>
        <Fact name="Audience">{formatNumber(page.members)}</Fact>
        <Fact name="Files">
          <span>{formatNumber(page.files)}</span>
          {page.files > 0 && <span>{`, ${formatBytes(page.file_bytes)}`}</span>}
        </Fact>
        <Fact name="Payment provider">
          <span>{PROVIDERS[page.payment_provider]}</span>
          {page.payment_provider !== "none" && (
            <span>{`, ${page.sells_in ? MODES[page.sells_in] : "cannot sell yet"}`}</span>
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
