-- The emails to one company are found by its addresses.
CREATE INDEX CONCURRENTLY "outbox_recipient" ON "outbox" USING btree ("to_address");