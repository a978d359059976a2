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
  SELECT l.*, r."store" AS "r.store", r."city" AS "r.city", r."opened" AS "r.opened"
  FROM "input_0" AS l
  CROSS JOIN "input_1" AS r
)
SELECT *
FROM "step_0"
