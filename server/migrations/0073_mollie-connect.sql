CREATE TABLE "mollie_grants" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"return_url" text NOT NULL,
	"profile_id" text,
	"access_token" "bytea" NOT NULL,
	"refresh_token" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "connect_accounts_account_id";--> statement-breakpoint
CREATE UNIQUE INDEX "connect_accounts_live_account_id" ON "connect_accounts" USING btree ("account_id","provider","mode") WHERE "connect_accounts"."kind" <> 'own' and "connect_accounts"."ended_at" is null;