ALTER TABLE "connect_accounts" DROP CONSTRAINT "connect_accounts_account_id_unique";--> statement-breakpoint
DROP INDEX "connect_accounts_current";--> statement-breakpoint
ALTER TABLE "connect_accounts" ADD COLUMN "provider" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "connect_accounts" ADD COLUMN "mode" text;--> statement-breakpoint
ALTER TABLE "connect_accounts" ADD COLUMN "kind" text DEFAULT 'connected' NOT NULL;--> statement-breakpoint
ALTER TABLE "connect_accounts" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "connect_accounts" ADD COLUMN "can_sell" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_accounts" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "sandbox_accounts" ADD COLUMN "can_sell" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- An attempt without an account has nothing to continue: it was of the former kind.
delete from connect_accounts where account_id is null;--> statement-breakpoint
update sandbox_accounts set can_sell = (currently_due = '[]' and past_due = '[]');--> statement-breakpoint
update connect_accounts c set mode = 'sandbox', can_sell = s.can_sell from sandbox_accounts s where s.id = c.account_id;--> statement-breakpoint
-- The other accounts are Express accounts at Stripe; only their events say in which mode.
update connect_accounts c set
  kind = 'express',
  mode = case when exists (
    select 1 from payment_events e where e.resource_id = c.account_id and not e.live
  ) then 'test' else 'live' end
where mode is null;--> statement-breakpoint
ALTER TABLE "connect_accounts" ALTER COLUMN "mode" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" RENAME COLUMN "concerns" TO "resource";--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "account" text;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "intent" text;--> statement-breakpoint
CREATE UNIQUE INDEX "connect_accounts_account_id" ON "connect_accounts" USING btree ("account_id") WHERE "connect_accounts"."kind" <> 'own';--> statement-breakpoint
CREATE UNIQUE INDEX "connect_accounts_current" ON "connect_accounts" USING btree ("creator_id","provider","mode") WHERE "connect_accounts"."ended_at" is null;
