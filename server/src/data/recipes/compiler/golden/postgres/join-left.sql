WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"input_1" AS (
  SELECT "store", "city", "opened"
  FROM "stores"
),
"step_0" AS (
  SELECT l.*, r."store" AS "right store", r."city" AS "right city", r."opened" AS "right opened"
  FROM "input_0" AS l
  LEFT JOIN "input_1" AS r ON l."store" = r."store"
)
SELECT *
FROM "step_0"
