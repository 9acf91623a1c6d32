import { useQuery } from "@tanstack/react-query";
import { ArrowLeftIcon } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-router";
import { CONSOLE_LANGUAGES } from "../../../../contract/rules/languages.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { t } from "../../../../contract/texts.ts";
import { configQuery } from "../../../lib/config.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { useCreator } from "../../creator-context.ts";
import { SectionLinks } from "../../sections/section-list.tsx";
import { PAGES } from "../../sections/sections.ts";
import { useSectionInView } from "../../sections/use-section-in-view.ts";
import { AdminNotice } from "./admin-notice.tsx";
import { EmailSection } from "./email-section.tsx";
import { HistorySection } from "./history-section.tsx";
import { LanguageSection } from "./language-section.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { PasswordSection } from "./password-section.tsx";
import { RefundLimitSection } from "./refund-limit-section.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/** The sections in page order; URLs contain their ids. */
const SECTIONS = [
  { id: "password", title: t("Password"), Content: PasswordSection },
  { id: "email", title: t("Email"), Content: EmailSection },
  { id: "language", title: t("Your language"), Content: LanguageSection },
  { id: "passkeys", title: t("Passkeys"), Content: PasskeysCard },
  { id: "second-factor", title: t("Second factor"), Content: SecondFactorCard },
  { id: "sessions", title: t("Where you're signed in"), Content: SessionsSection },
  { id: "sign-ins", title: t("Sign-in history"), Content: HistorySection },
  { id: "refunds", title: t("Large refunds"), Content: RefundLimitSection },
] as const;
const OTHER_PAGES = { title: t("Account"), sections: PAGES.filter(({ id }) => id !== "security") };

/** Returns the ids of the sections that have something to choose. */
const shownIds = (has: { passwords: boolean; languages: boolean }) =>
  SECTIONS.map(({ id }) => id).filter(
    (id) => (id !== "password" || has.passwords) && (id !== "language" || has.languages),
  );

/** Sign-in methods, sessions and history of the account. */
export function SecurityScreen() {
  const creator = useCreator();
  const { data: config } = useQuery(configQuery);
  const passwords = config?.passwordLogin !== false;
  const languages = CONSOLE_LANGUAGES.length > 0;
  const ids = useMemo(() => shownIds({ passwords, languages }), [passwords, languages]);
  const sections = SECTIONS.filter(({ id }) => ids.includes(id));
  const { area, inView } = useSectionInView(ids);
  return (
    <>
      <PageTitle>{t("Security")}</PageTitle>
      <div className="grid gap-1">
        <Link to={paths.settings()} className="link flex items-center gap-1.5 justify-self-start py-2.5">
          <ArrowLeftIcon size={16} /> {t("Settings")}
        </Link>
        <h1 className="text-3xl sm:text-4xl">{t("Security")}</h1>
      </div>
      <div
        key={creator.id}
        className="flex flex-col gap-5 lg:grid lg:grid-cols-[184px_minmax(0,48rem)] lg:gap-8"
      >
        <SectionLinks groups={[{ title: t("Security"), sections }, OTHER_PAGES]} current={inView} />
        <div ref={area} className="grid grid-cols-1 gap-4 sm:gap-5">
          <h2 className="sr-only">{t("Security")}</h2>
          <AdminNotice />
          {sections.map(({ id, title, Content }) => (
            <Content key={id} id={id} title={title} />
          ))}
        </div>
      </div>
    </>
  );
}
