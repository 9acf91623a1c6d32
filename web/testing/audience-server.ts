import {
  audienceCampaignRoutes,
  type CreatorCampaign,
  type Sending,
} from "../../contract/api/audience-campaigns.ts";
import { letterRoutes } from "../../contract/api/letters.ts";
import { aPage } from "./admin-entities.ts";
import type { FakeServer } from "./fake-server.ts";

/** The sending limits of a creator with an audience of 40 people. */
export const SENDING: Sending = {
  recipients: 40,
  blocked: null,
  daily_recipients: 200,
  recipients_left: 200,
  emails_left: 5,
  reply_to: null,
  account_email: "anna@example.org",
  replies_to_account: false,
  time_zone: "Europe/Berlin",
};

/** Answers the requests of the email screens. */
export function respondToEmails(server: FakeServer, campaigns: CreatorCampaign[] = []): void {
  server.respond(audienceCampaignRoutes.sending, SENDING);
  server.respond(audienceCampaignRoutes.saveReplies, SENDING);
  server.respond(audienceCampaignRoutes.campaigns, { campaigns, ...aPage(campaigns.length) });
  server.respond(letterRoutes.list, { letters: [] });
  server.respond(audienceCampaignRoutes.preview, { subject: "", html: "<p>Preview</p>", text: "" });
}
