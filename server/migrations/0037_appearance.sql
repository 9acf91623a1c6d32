ALTER TABLE "creators" ADD COLUMN "appearance" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tiles" ADD COLUMN "size" text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE "tiles" ADD CONSTRAINT "tiles_size_known" CHECK ("tiles"."size" in ('normal', 'wide', 'full'));