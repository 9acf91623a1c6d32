import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Name } from "../../ui/name.tsx";
import { Switch } from "../../ui/switch.tsx";
import { ProfileLink } from "../../widgets/profile-link.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { pageUrlOf } from "../../widgets/visitor-url.ts";
import { useCreator } from "../creator-context.ts";
import { Section } from "../sections/section.tsx";
import { domainsQuery, useChangeDomain } from "./queries.ts";

/** The address of the page on this site, and whether it redirects to the main domain. */
export function PageUrlSection() {
  const { handle } = useCreator();
  const main = useQuery(domainsQuery).data?.domains.find(({ is_main }) => is_main);
  const change = useChangeDomain();
  return (
    <Section
      id="page-url"
      title={t("Your page here")}
      headingAs="h2"
      about={t("This address always works. Its last part is your handle.")}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ProfileLink url={pageUrlOf({ handle })} />
        <Link to={`${paths.settings()}#profile`} className="link py-2.5">
          {t("Change your handle")}
        </Link>
      </div>
      {main && (
        <>
          <p className="text-[15px] text-muted">
            {rich("Links to your page begin with {displayName}.", {
              displayName: <Name>{main.display_name}</Name>,
            })}
          </p>
          <Switch
            label={t("Redirect visitors to {displayName}", { displayName: main.display_name })}
            help={t("Whoever opens the address above sees your own domain instead.")}
            checked={change.isPending ? change.variables.redirects : main.redirects}
            onChange={({ target }) => change.mutate({ id: main.id, redirects: target.checked })}
          />
          <RequestError error={change.error} fallback={t("Couldn't save the redirect.")} />
        </>
      )}
    </Section>
  );
}
