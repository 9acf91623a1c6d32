ALTER TABLE "tiles" DROP CONSTRAINT "tiles_type_known";--> statement-breakpoint
ALTER TABLE "tiles" ADD COLUMN "event" jsonb;--> statement-breakpoint
ALTER TABLE "tiles" ADD CONSTRAINT "tiles_type_known" CHECK ("tiles"."type" in ('link', 'link_ad', 'product', 'tip', 'content', 'signup', 'heading', 'text', 'questions', 'picture', 'countdown', 'goal', 'event')) NOT VALID;