CREATE TABLE "decisions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"creator_id" bigint,
	"scope" text NOT NULL,
	"ground" text,
	"tile_id" bigint,
	"rule" text NOT NULL,
	"reason" text NOT NULL,
	"until" timestamp with time zone,
	"decided_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lifted_at" timestamp with time zone,
	"objection" text,
	"objected_at" timestamp with time zone,
	"objection_outcome" text,
	"objection_answer" text,
	"answered_at" timestamp with time zone,
	"answered_by" uuid,
	CONSTRAINT "decisions_scope_known" CHECK ("decisions"."scope" in ('none', 'tile', 'page', 'account'))
);
--> statement-breakpoint
CREATE TABLE "report_snapshots" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_snapshots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hash" "bytea" NOT NULL,
	"html" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"creator_id" bigint,
	"path" text NOT NULL,
	"tile_id" bigint,
	"reason" text NOT NULL,
	"message" text NOT NULL,
	"reporter_name" text,
	"reporter_email" text,
	"is_mailed" boolean DEFAULT false NOT NULL,
	"snapshot_id" bigint,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decision_id" bigint,
	CONSTRAINT "reports_state_known" CHECK ("reports"."state" in ('open', 'objected', 'actioned', 'dismissed', 'reversed'))
);
--> statement-breakpoint
ALTER TABLE "creators" ADD COLUMN "suspension" text;--> statement-breakpoint
ALTER TABLE "creators" ADD COLUMN "suspended_for" text;--> statement-breakpoint
ALTER TABLE "tiles" ADD COLUMN "blocked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_tile_id_tiles_id_fk" FOREIGN KEY ("tile_id") REFERENCES "public"."tiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_tile_id_tiles_id_fk" FOREIGN KEY ("tile_id") REFERENCES "public"."tiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_snapshot_id_report_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."report_snapshots"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decisions_creator_id" ON "decisions" USING btree ("creator_id","id");--> statement-breakpoint
CREATE INDEX "decisions_tile_id" ON "decisions" USING btree ("tile_id");--> statement-breakpoint
CREATE INDEX "decisions_until" ON "decisions" USING btree ("until") WHERE "decisions"."lifted_at" is null and "decisions"."until" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "report_snapshots_hash" ON "report_snapshots" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "reports_waiting" ON "reports" USING btree ("id") WHERE "reports"."state" in ('open', 'objected');--> statement-breakpoint
CREATE INDEX "reports_creator_id" ON "reports" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "reports_tile_id" ON "reports" USING btree ("tile_id");--> statement-breakpoint
CREATE INDEX "reports_snapshot_id" ON "reports" USING btree ("snapshot_id");--> statement-breakpoint
CREATE INDEX "reports_decision_id" ON "reports" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "reports_created_at" ON "reports" USING btree ("created_at");