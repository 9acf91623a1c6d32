import { ArrowLeftIcon } from "lucide-react";
import { Link } from "react-router";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useCreator } from "../creator-context.ts";
import { GetPaidSection } from "../payouts/get-paid-section.tsx";
import { ProviderSection } from "../payouts/provider-section.tsx";
import { TipsSection } from "../payouts/tips-section.tsx";
import { SectionList } from "../sections/section-list.tsx";
import { GROUPS, SECTION_IDS, type SectionId } from "../sections/sections.ts";
import { SettingsPage, useSettingsPage } from "../sections/settings-page.tsx";
import { useSectionInView } from "../sections/use-section-in-view.ts";
import { SellerSection } from "../seller/seller-section.tsx";
import { AnnouncementSection } from "./announcement-section.tsx";
import { LocaleSection } from "./locale-section.tsx";
import { PlanSection } from "./plan-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { SocialsSection } from "./socials-section.tsx";

export const CONTENT = {
  profile: ProfileSection,
  "social-links": SocialsSection,
  announcement: AnnouncementSection,
  language: LocaleSection,
  plan: PlanSection,
  provider: ProviderSection,
  "get-paid": GetPaidSection,
  seller: SellerSection,
  tips: TipsSection,
};

/** All settings of a creator, in sections that are saved separately. A phone shows the list of sections, or one of them. */
export function SettingsScreen() {
  const creator = useCreator();
  const { area, requested, inView } = useSectionInView(SECTION_IDS);
  const onPhone = (isShown: boolean) => (isShown ? "" : "max-sm:hidden");
  return (
    <>
      <PageTitle>{t("Settings")}</PageTitle>
      <div className="grid gap-1">
        {requested && (
          <Link
            to={paths.settings()}
            className="link flex items-center gap-1.5 justify-self-start py-2.5 sm:hidden"
          >
            <ArrowLeftIcon size={16} /> {t("All settings")}
          </Link>
        )}
        <h1 className="text-3xl sm:text-4xl">{t("Settings")}</h1>
      </div>
      {/* The key gives another account new forms, because another tab may have signed in to it. */}
      <SettingsPage key={creator.id}>
        <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[184px_minmax(0,48rem)] lg:gap-8">
          <div className={`contents ${onPhone(!requested)}`}>
            <SectionsOfPage inView={inView} />
          </div>
          <div ref={area} className={`grid grid-cols-1 gap-9 ${onPhone(requested !== undefined)}`}>
            {GROUPS.map(({ title, sections }) => (
              <div key={title} className="grid grid-cols-1 gap-4 sm:gap-5 max-sm:contents">
                <h2
                  className={`text-lg text-muted ${sections.some(({ id }) => id === requested) ? "max-sm:sr-only" : "max-sm:hidden"}`}
                >
                  {title}
                </h2>
                {sections.map(({ id }) => {
                  const Content = CONTENT[id];
                  return (
                    <div key={id} className={`contents ${onPhone(id === requested)}`}>
                      <Content />
                    </div>
                  );
                })}
              </div>
            ))}
          </div>
        </div>
      </SettingsPage>
    </>
  );
}

function SectionsOfPage({ inView }: { inView: SectionId | undefined }) {
  return <SectionList current={inView} unsaved={useSettingsPage().unsaved} isListOnPhone />;
}
