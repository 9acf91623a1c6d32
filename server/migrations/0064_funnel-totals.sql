CREATE TABLE "funnel_totals" (
	"creator_id" bigint NOT NULL,
	"day" date NOT NULL,
	"dimension" text NOT NULL,
	"key" text NOT NULL,
	"page_view" bigint NOT NULL,
	"tile_click" bigint NOT NULL,
	"checkout_start" bigint NOT NULL,
	"signup" bigint NOT NULL,
	"play" bigint NOT NULL,
	CONSTRAINT "funnel_totals_creator_id_day_dimension_key_pk" PRIMARY KEY("creator_id","day","dimension","key")
);
--> statement-breakpoint
ALTER TABLE "funnel_totals" ADD CONSTRAINT "funnel_totals_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What was counted without totals is counted again from the events, when its creator opens the funnel.
DELETE FROM "funnel_marks";--> statement-breakpoint
DELETE FROM "funnel_counts";
