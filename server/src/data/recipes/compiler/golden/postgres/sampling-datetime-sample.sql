WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"sampled" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM (
    SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo", ROW_NUMBER() OVER () AS "sample_row"
    FROM "input_0"
  ) AS numbered
  WHERE CAST("store" AS TEXT) IN ('S''1')
  ORDER BY "day" DESC NULLS LAST, "sample_row"
  LIMIT 100
)
SELECT *
FROM "sampled"
LIMIT 50
