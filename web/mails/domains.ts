import { texts } from "../../contract/texts.ts";
import { formatTimestamp } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";

const t = texts("domain_mails", {
  failingHeading: "The proof of your domain {name} is gone",
  failing:
    "The TXT record that proves that {name} is yours was not found. Your page is still shown there. Without the record it ends on {date}.",
  pausedHeading: "Your page is no longer shown at {name}",
  paused:
    "The TXT record that proves that {name} is yours was not found for seven days. Your page is still at its address on this site.",
  takenHeading: "{name} now shows another page",
  taken:
    "The TXT record of {name} was replaced by that of another page. If this wasn't you, look at who can change the records of your domain.",
  removedHeading: "Your domain {name} was removed",
  removed: "An administrator removed {name} from your page, so visitors no longer find your page there.",
  stays: "Your page is still at its address on this site.",
  preview: "Look at the records of your domain.",
  advice: "Your settings show the record to set, and what was found.",
  open: "Open your domains",
  why: "You received this because you added this domain to your page at {host}.",
});

export function domainProblem({ name, state, pausesAt }: MailOf<"domain-problem">, host: string): Content {
  const text = {
    failing: t.failing({ name, date: pausesAt ? formatTimestamp(pausesAt) : "" }),
    paused: t.paused({ name }),
    taken: t.taken({ name }),
    removed: t.removed({ name }),
  };
  const heading = {
    failing: t.failingHeading,
    paused: t.pausedHeading,
    taken: t.takenHeading,
    removed: t.removedHeading,
  };
  const isRemoved = state === "removed";
  return {
    preview: isRemoved ? t.stays : t.preview,
    heading: heading[state]({ name }),
    paragraphs: [text[state], isRemoved ? t.stays : t.advice],
    action: t.open,
    why: t.why({ host }),
  };
}
