WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"step_0" AS (
  SELECT "store", "Größe ""x""", "count"
  FROM "input_0"
),
"step_1" AS (
  SELECT DISTINCT *
  FROM "step_0"
)
SELECT *
FROM "step_1"
