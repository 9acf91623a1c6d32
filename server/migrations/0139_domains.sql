CREATE TABLE "domains" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"creator_id" bigint NOT NULL,
	"name" text NOT NULL,
	"token" text NOT NULL,
	"is_main" boolean DEFAULT false NOT NULL,
	"redirects" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"proven_at" timestamp with time zone,
	"paused_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"failure" text,
	"found" text[] DEFAULT '{}' NOT NULL,
	"routing_failure" text,
	"routing_found" text[] DEFAULT '{}' NOT NULL,
	"failing_since" timestamp with time zone,
	"warnings" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "domains_once" ON "domains" USING btree ("creator_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "domains_proven_once" ON "domains" USING btree ("name") WHERE "domains"."proven_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "domains_main_once" ON "domains" USING btree ("creator_id") WHERE "domains"."is_main";--> statement-breakpoint
CREATE INDEX "domains_next_check_at" ON "domains" USING btree ("next_check_at");