import { expect, test } from "vitest";
import { mailsTo, signUpVerified } from "../../testing/factories.ts";
import { openSite, testSite } from "../../testing/test-site.ts";
import { LETTER_EMAILS } from "./letter-schedule.ts";

const site = testSite({ limits: "database" });

test("emails a creator about some of many scheduled emails that could not be sent, and lists all", async () => {
  const anna = await signUpVerified(site);
  const count = LETTER_EMAILS.points + 5;
  await site.sql`insert into letters (creator_id, subject, body, send_at, scheduled_by)
    select ${anna.creator.id}::bigint, 'Number ' || n, 'Nobody reads this.', now() - interval '1 minute', ${anna.creator.user_id}
    from generate_series(1, ${count}) n`;
  await site.runNow("audience.scheduled-letters");
  expect(await mailsTo(site, anna.email, "letter-not-sent")).toHaveLength(LETTER_EMAILS.points);
  const { letters } = (await anna.call("GET", "/api/audience/letters")).body;
  expect(letters.map(({ problem }: { problem: string }) => problem)).toEqual(
    Array(count).fill("Your audience is still empty."),
  );
});

test("counts notices about unsent emails outside of the transaction that locks the creator", async () => {
  const held: unknown[] = [];
  const counting = await openSite({
    databaseUrl: site.databaseUrl,
    limits: {
      consume: async ({ name }) => {
        if (name !== "emails about letters") return;
        held.push(await site.sql`select id from creators for update nowait`);
      },
      reset: async () => {},
    },
  });
  const anna = await signUpVerified(counting);
  await site.sql`insert into letters (creator_id, subject, body, send_at, scheduled_by)
    values (${anna.creator.id}, 'One', 'Nobody reads this.', now() - interval '1 minute', ${anna.creator.user_id})`;
  await counting.runNow("audience.scheduled-letters");
  expect(held).toHaveLength(1);
  expect(await mailsTo(counting, anna.email, "letter-not-sent")).toHaveLength(1);
});
