import type { LucideIcon } from "lucide-react";

/** A place to go to or an action. */
export type Result = {
  key: string;
  label: string;
  hint?: string;
  icon?: LucideIcon;
  /** Other words that find it. */
  synonyms?: readonly string[];
  choose: () => void;
};
export type ResultGroup = { title: string; results: Result[] };
