CREATE TABLE "announcements" (
	"creator_id" bigint PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"url" text,
	"ends_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;