CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"email_verified_at" timestamp with time zone,
	"is_admin" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"creator_id" bigint NOT NULL,
	"tile_id" bigint,
	"event" text NOT NULL,
	"device" text,
	"country" text,
	"source" text,
	"visitor" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_event_known" CHECK ("events"."event" in ('page_view', 'tile_click', 'checkout_start', 'purchase', 'profile_share'))
);
--> statement-breakpoint
CREATE TABLE "visitor_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"seed" uuid DEFAULT gen_random_uuid() NOT NULL,
	"creator_id" bigint,
	"product_id" bigint,
	"tile_id" bigint,
	"product_name" text NOT NULL,
	"product_type" text NOT NULL,
	"media_url" text,
	"file_id" text,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"fee_bps" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"provider" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"buyer_email" text,
	"checkout_token_hash" "bytea" NOT NULL,
	"order_token_hash" "bytea" NOT NULL,
	"download_token_hash" "bytea",
	"download_generation" integer DEFAULT 0 NOT NULL,
	"download_expires_at" timestamp with time zone,
	"download_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('pending', 'paid', 'cancelled', 'failed')),
	CONSTRAINT "orders_fee_within_amount" CHECK ("orders"."fee_cents" between 0 and "orders"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "creators" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "creators_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"handle" text NOT NULL,
	"display_name" text NOT NULL,
	"bio" text,
	"avatar_url" text,
	"plan" text DEFAULT 'free' NOT NULL,
	"subscription_active" boolean DEFAULT false NOT NULL,
	"stripe_account_id" text,
	"payment_provider" text DEFAULT 'none' NOT NULL,
	"payment_account_id" text,
	"tips_enabled" boolean DEFAULT false NOT NULL,
	"socials" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "creators_handle_lower_case" CHECK ("creators"."handle" = lower("creators"."handle")),
	CONSTRAINT "creators_plan_known" CHECK ("creators"."plan" in ('free', 'creator'))
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"creator_id" bigint,
	"purpose" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"creator_id" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"price_cents" integer NOT NULL,
	"currency" text DEFAULT 'eur' NOT NULL,
	"type" text NOT NULL,
	"file_id" text,
	"media_url" text,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_price_not_negative" CHECK ("products"."price_cents" >= 0),
	CONSTRAINT "products_type_known" CHECK ("products"."type" in ('digital', 'physical', 'tip'))
);
--> statement-breakpoint
CREATE TABLE "tiles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tiles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"creator_id" bigint NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"image_url" text,
	"url" text,
	"product_id" bigint,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tiles_type_known" CHECK ("tiles"."type" in ('link', 'link_ad', 'product', 'tip', 'content'))
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_tile_id_tiles_id_fk" FOREIGN KEY ("tile_id") REFERENCES "public"."tiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_tile_id_tiles_id_fk" FOREIGN KEY ("tile_id") REFERENCES "public"."tiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creators" ADD CONSTRAINT "creators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tiles" ADD CONSTRAINT "tiles_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tiles" ADD CONSTRAINT "tiles_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_last_seen_at" ON "sessions" USING btree ("last_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_created_at" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "events_creator_id" ON "events" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "events_tile_id" ON "events" USING btree ("tile_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_checkout_token_hash_unique" ON "orders" USING btree ("checkout_token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_order_token_hash_unique" ON "orders" USING btree ("order_token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_download_token_hash_unique" ON "orders" USING btree ("download_token_hash");--> statement-breakpoint
CREATE INDEX "orders_creator_id" ON "orders" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_product_id" ON "orders" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "orders_tile_id" ON "orders" USING btree ("tile_id");--> statement-breakpoint
CREATE INDEX "orders_file_id" ON "orders" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "creators_handle_unique" ON "creators" USING btree ("handle");--> statement-breakpoint
CREATE UNIQUE INDEX "creators_user_id_unique" ON "creators" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "files_creator_id" ON "files" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "products_creator_id" ON "products" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "tiles_creator_id" ON "tiles" USING btree ("creator_id","position");--> statement-breakpoint
CREATE INDEX "tiles_product_id" ON "tiles" USING btree ("product_id");