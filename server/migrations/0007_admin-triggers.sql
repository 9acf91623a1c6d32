-- Written by hand: drizzle knows neither functions nor triggers.
-- A database of the locale C lowers A to Z alone. Where there are other rules at hand, theirs are used.
DO $$
DECLARE rules text;
BEGIN
  SELECT format('%I.%I', n.nspname, c.collname) INTO rules
  FROM pg_collation c JOIN pg_namespace n ON n.oid = c.collnamespace
  WHERE c.collname IN ('und-x-icu', 'pg_c_utf8', 'C.utf8') AND c.collencoding IN (-1, pg_char_to_encoding('UTF8'))
  ORDER BY array_position(ARRAY['und-x-icu', 'pg_c_utf8', 'C.utf8'], c.collname::text) LIMIT 1;
  EXECUTE format('CREATE FUNCTION lower_letters(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS %L',
    format('SELECT lower(given%s)', ' COLLATE ' || rules));
END $$;
--> statement-breakpoint
-- What the user list is searched by follows users and creators, whoever writes them.
CREATE FUNCTION refresh_user_directory(refreshed uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Of two changes at once the second waits here, and reads below what the first one wrote.
  PERFORM 1 FROM user_directory WHERE user_id = refreshed FOR UPDATE;
  INSERT INTO user_directory (user_id, created_at, is_admin, words)
  SELECT u.id, u.created_at, u.is_admin, lower_letters(concat_ws(E'\n', u.email, c.handle, c.display_name, c.plan,
    CASE WHEN c.subscription_active THEN 'stripe active' WHEN c.plan = 'creator' THEN 'manual' END))
  FROM users u LEFT JOIN creators c ON c.user_id = u.id WHERE u.id = refreshed
  ON CONFLICT (user_id) DO UPDATE SET created_at = excluded.created_at, is_admin = excluded.is_admin, words = excluded.words;
END $$;
--> statement-breakpoint
CREATE FUNCTION follow_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_user_directory(new.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_directory_follows AFTER INSERT OR UPDATE OF email, is_admin, created_at ON users
  FOR EACH ROW EXECUTE FUNCTION follow_user();
--> statement-breakpoint
CREATE FUNCTION follow_creator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_user_directory(coalesce(new.user_id, old.user_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_directory_follows
  AFTER INSERT OR DELETE OR UPDATE OF user_id, handle, display_name, plan, subscription_active ON creators
  FOR EACH ROW EXECUTE FUNCTION follow_creator();
--> statement-breakpoint
INSERT INTO user_directory (user_id, created_at, is_admin, words)
SELECT u.id, u.created_at, u.is_admin, lower_letters(concat_ws(E'\n', u.email, c.handle, c.display_name, c.plan,
  CASE WHEN c.subscription_active THEN 'stripe active' WHEN c.plan = 'creator' THEN 'manual' END))
FROM users u LEFT JOIN creators c ON c.user_id = u.id
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- A handle that rests is refused like one that is taken, also to who was waiting for the page to go.
CREATE FUNCTION refuse_resting_handle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM resting_handles WHERE handle = new.handle AND until > now()) THEN
    RAISE unique_violation USING MESSAGE = 'the handle rests', CONSTRAINT = 'creators_handle_unique';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER resting_handles_hold AFTER INSERT OR UPDATE OF handle ON creators
  FOR EACH ROW EXECUTE FUNCTION refuse_resting_handle();
--> statement-breakpoint
-- What was written down stays as it was.
CREATE FUNCTION refuse_change_of_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE insufficient_privilege USING MESSAGE = 'the audit log is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();
