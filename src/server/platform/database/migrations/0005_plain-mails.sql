-- Compressing the page of a mail costs more than everything else a registration does, and it is gone as soon as the mail is sent.
ALTER TABLE "outbox" ALTER COLUMN "html" SET STORAGE EXTERNAL;
