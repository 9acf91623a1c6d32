CREATE TABLE "ended_second_factors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ended_second_factors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"enabled_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_changes" ADD COLUMN "undoes_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proof_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ended_second_factors" ADD CONSTRAINT "ended_second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ended_second_factors_user_id" ON "ended_second_factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ended_second_factors_ended_at" ON "ended_second_factors" USING btree ("ended_at");