ALTER TABLE "tiles" DROP CONSTRAINT "tiles_type_known";--> statement-breakpoint
ALTER TABLE "tiles" ADD COLUMN "contact" jsonb;--> statement-breakpoint
ALTER TABLE "tiles" ADD CONSTRAINT "tiles_type_known" CHECK ("tiles"."type" in ('link', 'link_ad', 'product', 'tip', 'content', 'signup', 'heading', 'text', 'questions', 'picture', 'gallery', 'countdown', 'goal', 'contact', 'event')) NOT VALID;