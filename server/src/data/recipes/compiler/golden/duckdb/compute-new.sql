WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"step_0" AS (
  SELECT *, (("amount" / NULLIF("count", 0)) + COALESCE(("id" % NULLIF(3, 0)), 0)) AS "per piece"
  FROM "input_0"
)
SELECT *
FROM "step_0"
