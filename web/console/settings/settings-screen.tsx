import { useState } from "react";
import { useCreator } from "../creator-context.ts";
import { AnnouncementSection } from "./announcement-section.tsx";
import { GetPaidSection } from "./get-paid-section.tsx";
import { SellerSection } from "./seller-section.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { TipsSection } from "./tips-section.tsx";

/** Profile, plan, payment provider, social links, announcement, payout account, seller details and tips. */
export function SettingsScreen() {
  const creator = useCreator();
  // The page asks once before any of its forms loses something.
  const [isAnnouncing, setIsAnnouncing] = useState(false);
  return (
    <>
      <title>Settings · Tessera</title>
      <h1 className="text-3xl sm:text-4xl">Settings</h1>
      {/* Another account, signed in in another tab, gets a new form. */}
      <SettingsForm key={creator.id} creator={creator} hasOtherChanges={isAnnouncing} />
      <AnnouncementSection key={`announcement-${creator.id}`} onDirty={setIsAnnouncing} />
      <GetPaidSection />
      <SellerSection />
      <TipsSection />
    </>
  );
}
