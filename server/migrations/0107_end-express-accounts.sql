-- Express accounts are of commits before 25e65fde, and could not sell. Their creators connect another one.
UPDATE "creators" SET "stripe_account_id" = NULL FROM "connect_accounts" a
WHERE a."kind" = 'express' AND a."creator_id" = "creators"."id" AND a."account_id" = "creators"."stripe_account_id";
--> statement-breakpoint
UPDATE "connect_accounts" SET "kind" = 'connected', "can_sell" = false, "ended_at" = coalesce("ended_at", now()), "revision" = "revision" + 1
WHERE "kind" = 'express';
