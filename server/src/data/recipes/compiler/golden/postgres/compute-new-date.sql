WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"step_0" AS (
  SELECT *, (CASE WHEN ((CAST(FLOOR(EXTRACT(YEAR FROM "day")) AS BIGINT) = 2024) AND (CAST(FLOOR(EXTRACT(MONTH FROM "day")) AS BIGINT) >= 2)) THEN "day" ELSE CAST('2024-01-01' AS DATE) END) AS "late"
  FROM "input_0"
)
SELECT *
FROM "step_0"
