-- Apart from the triggers, whose lock would keep orders from being written while this reads all of them.
INSERT INTO order_directory (order_id, words)
SELECT o.id, order_words(o, a.name) FROM orders o LEFT JOIN order_addresses a ON a.order_id = o.id
ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE user_directory SET words = searchable(words) WHERE octet_length(words) <> char_length(words);
