WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"step_0" AS (
  SELECT *
  FROM "input_0"
  WHERE CONTAINS("Größe ""x""", '''')
    OR ("promo" = TRUE)
    OR ("store" IS NULL)
)
SELECT *
FROM "step_0"
