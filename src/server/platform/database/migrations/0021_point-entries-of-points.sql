-- The table belongs to the points slice, which knows no proofs, so its foreign key to them is no longer declared in tables.ts.
-- The key itself stays: nothing changes in the database.
SELECT 1;
