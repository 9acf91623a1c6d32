ALTER TABLE "tiles" DROP CONSTRAINT "tiles_type_known";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "media_alt" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "media_focus_x" smallint DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "media_focus_y" smallint DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "more_images" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tiles" ADD COLUMN "image_alt" text;--> statement-breakpoint
ALTER TABLE "tiles" ADD COLUMN "image_focus_x" smallint DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "tiles" ADD COLUMN "image_focus_y" smallint DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_media_focus_in_percent" CHECK ("products"."media_focus_x" between 0 and 100 and "products"."media_focus_y" between 0 and 100);--> statement-breakpoint
ALTER TABLE "tiles" ADD CONSTRAINT "tiles_image_focus_in_percent" CHECK ("tiles"."image_focus_x" between 0 and 100 and "tiles"."image_focus_y" between 0 and 100);--> statement-breakpoint
ALTER TABLE "tiles" ADD CONSTRAINT "tiles_type_known" CHECK ("tiles"."type" in ('link', 'link_ad', 'product', 'tip', 'content', 'signup', 'heading'));