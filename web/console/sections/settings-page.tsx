import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { useNavigate, useNavigation } from "react-router";
import { toast } from "sonner";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { useSettled } from "../../lib/use-debounced-value.ts";
import { UnsavedChangesGuard } from "../../widgets/unsaved-changes-guard.tsx";
import { type SectionId, titlesOf } from "./sections.ts";

const REDIRECT_MS = 1000;

type SettingsPage = {
  /** The sections with unsaved changes. */
  unsaved: readonly SectionId[];
  /** The last saved section, until the dashboard opens. */
  leavesAfter: SectionId | null;
  report: (id: SectionId, isUnsaved: boolean) => void;
  /** Reports a save. With `leaves`, it opens the dashboard one second later unless something is unsaved then. */
  finish: (id: SectionId, options: { leaves: boolean }) => void;
  stay: () => void;
};
const Context = createContext<SettingsPage | null>(null);

/** Shared state of the settings' sections: unsaved changes, and the redirect to the dashboard. */
export function SettingsPage({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const isIdle = useNavigation().state === "idle";
  const [unsaved, setUnsaved] = useState<readonly SectionId[]>([]);
  const [leavesAfter, setLeavesAfter] = useState<SectionId | null>(null);
  const latest = useRef(unsaved);
  useEffect(() => {
    latest.current = unsaved;
  }, [unsaved]);
  const due = useSettled(leavesAfter, REDIRECT_MS);
  useEffect(() => {
    // A user who has opened another page meanwhile stays there.
    if (due !== null && due === leavesAfter && isIdle) void navigate(paths.dashboard());
  }, [due, leavesAfter, isIdle, navigate]);
  const report = useCallback((id: SectionId, isUnsaved: boolean) => {
    setUnsaved((before) => {
      if (before.includes(id) === isUnsaved) return before;
      return isUnsaved ? [...before, id] : before.filter((other) => other !== id);
    });
  }, []);
  const finish = useCallback((id: SectionId, { leaves }: { leaves: boolean }) => {
    const others = titlesOf(latest.current.filter((other) => other !== id));
    toast.success(
      t("Changes saved"),
      others ? { description: t("Not saved yet: {others}", { others }) } : {},
    );
    if (leaves) setLeavesAfter(id);
  }, []);
  const stay = useCallback(() => setLeavesAfter(null), []);
  return (
    <Context value={{ unsaved, leavesAfter, report, finish, stay }}>
      {children}
      <UnsavedChangesGuard unsaved={unsaved.length > 0} what={titlesOf(unsaved)} />
    </Context>
  );
}

export function useSettingsPage(): SettingsPage {
  const settings = useContext(Context);
  if (!settings) throw new Error(t("A settings section is used outside SettingsPage."));
  return settings;
}
