CREATE TABLE "creator_suppressions" (
	"creator_id" bigint NOT NULL,
	"address_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "creator_suppressions_creator_id_address_hash_pk" PRIMARY KEY("creator_id","address_hash")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ALTER COLUMN "template" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "creators" ADD COLUMN "sending_stopped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "creator_id" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "recipient_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "creator_suppressions" ADD CONSTRAINT "creator_suppressions_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaigns_creator_id" ON "campaigns" USING btree ("creator_id","id");--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_template_of_administrators" CHECK (("campaigns"."creator_id" is null) = ("campaigns"."template" is not null));