WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"sampled" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM (
    SELECT *, MD5('9:' || CAST("sample_row" AS VARCHAR)) AS "sample_key"
    FROM (
      SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo", ROW_NUMBER() OVER () AS "sample_row"
      FROM "input_0"
    ) AS numbered
  ) AS keyed
  WHERE SUBSTR("sample_key", 1, 8) < '20000000'
)
SELECT *
FROM "sampled"
LIMIT 50
