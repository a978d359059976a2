WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"step_0" AS (
  SELECT "id", "store", "day", "sold at", REGEXP_REPLACE("Größe ""x""", 'R', '\\1', 'gi') AS "Größe ""x""", "amount", "count", "promo"
  FROM "input_0"
)
SELECT *
FROM "step_0"
