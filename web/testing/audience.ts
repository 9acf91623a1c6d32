import {
  audienceCampaignRoutes,
  type CreatorCampaign,
  type Sending,
} from "../../contract/api/audience-campaigns.ts";
import { letterRoutes } from "../../contract/api/letters.ts";
import { aPage } from "./admin-entities.ts";
import type { FakeServer } from "./fake-server.ts";

/** What a creator can send whose audience has 40 people. */
export const SENDING: Sending = {
  recipients: 40,
  blocked: null,
  daily_recipients: 200,
  recipients_left: 200,
  emails_left: 5,
  reply_to: null,
  time_zone: "Europe/Berlin",
};

/** Answers what the emails of a creator ask for. */
export function respondToEmails(server: FakeServer, campaigns: CreatorCampaign[] = []): void {
  server.respond(audienceCampaignRoutes.sending, SENDING);
  server.respond(audienceCampaignRoutes.campaigns, { campaigns, ...aPage(campaigns.length) });
  server.respond(letterRoutes.list, { letters: [] });
  server.respond(audienceCampaignRoutes.preview, { subject: "", html: "<p>Preview</p>", text: "" });
}
