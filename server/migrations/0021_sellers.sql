CREATE TABLE "sellers" (
	"creator_id" bigint PRIMARY KEY NOT NULL,
	"legal_name" text NOT NULL,
	"address" text NOT NULL,
	"country" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"vat_id" text,
	"register" text,
	"is_trader" boolean NOT NULL,
	"tax_note" text,
	"terms_url" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;