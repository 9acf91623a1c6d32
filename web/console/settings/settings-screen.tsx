import { usePageTitle } from "../../lib/page-title.ts";
import { useCreator } from "../creator-context.ts";
import { SettingsForm } from "./settings-form.tsx";
import { TipsSection } from "./tips-section.tsx";

/** Profile, plan, payment provider, links and tips. */
export function SettingsScreen() {
  const creator = useCreator();
  usePageTitle("Settings");
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Settings</h1>
      {/* A form of its own for each person: another tab may sign somebody else in. */}
      <SettingsForm key={creator.id} creator={creator} />
      <TipsSection />
    </>
  );
}
