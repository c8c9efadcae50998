-- Mails that waited while the pages became letters lost their QR code and their button: both are still among their words and
-- attachments. The button is the last paragraph of the form "label:\nhttps://…", the code's caption stands before it.
WITH waiting AS (
  SELECT "id", "letter", "attachments"
  FROM "outbox"
  WHERE "state" <> 'sent' AND "letter" ->> 'preheader' = '' AND NOT "letter" ? 'button' AND NOT "letter" ? 'picture'
),
paragraphs AS (
  SELECT waiting."id", p.words, p.nth
  FROM waiting, jsonb_array_elements_text(waiting."letter" -> 'paragraphs') WITH ORDINALITY AS p(words, nth)
),
buttons AS (
  SELECT DISTINCT ON ("id") "id", nth, substring(words FROM '^([^\n]+):\n') AS label, substring(words FROM '\n(https?://[^[:space:]]+)$') AS url
  FROM paragraphs
  WHERE words ~ '^[^\n]+:\nhttps?://[^[:space:]]+$'
  ORDER BY "id", nth DESC
),
pictures AS (
  SELECT waiting."id", inline.attachment ->> 'cid' AS cid
  FROM waiting, jsonb_array_elements(waiting."attachments") AS inline(attachment)
  WHERE inline.attachment ? 'cid'
),
captions AS (
  SELECT paragraphs."id", paragraphs.nth, paragraphs.words
  FROM paragraphs JOIN pictures USING ("id") LEFT JOIN buttons USING ("id")
  WHERE paragraphs.words LIKE 'Your code: %' AND paragraphs.nth = coalesce(buttons.nth - 1, paragraphs.nth)
),
rebuilt AS (
  SELECT waiting."id",
    waiting."letter"
    || jsonb_build_object('paragraphs', coalesce((
        SELECT jsonb_agg(p.words ORDER BY p.nth) FROM paragraphs p
        WHERE p."id" = waiting."id" AND p.nth IS DISTINCT FROM captions.nth AND (buttons.nth IS NULL OR p.nth < buttons.nth)
      ), '[]'::jsonb))
    || CASE WHEN buttons.nth IS NULL THEN '{}'::jsonb
        ELSE jsonb_build_object('button', jsonb_build_object('label', buttons.label, 'url', buttons.url)) END
    || coalesce((
        SELECT jsonb_build_object('closing', string_agg(p.words, E'\n\n' ORDER BY p.nth)) FROM paragraphs p
        WHERE p."id" = waiting."id" AND p.nth > buttons.nth HAVING count(*) > 0
      ), '{}'::jsonb)
    || CASE WHEN pictures.cid IS NULL THEN '{}'::jsonb
        ELSE jsonb_build_object('preheader', 'Your QR code for the entrance is inside.', 'picture', jsonb_build_object(
          'cid', pictures.cid,
          'alt', 'QR code. If you cannot see it, your code is ' || coalesce(substring(captions.words FROM 12), 'in the text') || '.',
          'width', 280,
          'caption', coalesce(captions.words, '')
        )) END AS letter
  FROM waiting LEFT JOIN buttons USING ("id") LEFT JOIN pictures USING ("id") LEFT JOIN captions USING ("id")
)
UPDATE "outbox" SET "letter" = rebuilt.letter FROM rebuilt WHERE rebuilt."id" = "outbox"."id";
