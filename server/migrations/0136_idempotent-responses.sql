CREATE TABLE "idempotent_responses" (
	"api_key_id" uuid NOT NULL,
	"name" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"attempt" uuid NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"committed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"status" smallint,
	"body" text,
	"has_body" boolean DEFAULT false NOT NULL,
	CONSTRAINT "idempotent_responses_api_key_id_name_pk" PRIMARY KEY("api_key_id","name")
);
--> statement-breakpoint
ALTER TABLE "idempotent_responses" ADD CONSTRAINT "idempotent_responses_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotent_responses_started_at" ON "idempotent_responses" USING btree ("started_at");