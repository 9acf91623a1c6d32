CREATE TABLE "buyer_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "buyer_sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "buyer_links_token_hash_unique" ON "buyer_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "buyer_links_email" ON "buyer_links" USING btree ("email");--> statement-breakpoint
CREATE INDEX "buyer_links_expires_at" ON "buyer_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "buyer_sessions_email" ON "buyer_sessions" USING btree ("email");--> statement-breakpoint
CREATE INDEX "buyer_sessions_created_at" ON "buyer_sessions" USING btree ("created_at");