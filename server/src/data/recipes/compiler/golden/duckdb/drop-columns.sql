WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"step_0" AS (
  SELECT "id", "store", "day", "Größe ""x""", "amount", "count"
  FROM "input_0"
)
SELECT *
FROM "step_0"
