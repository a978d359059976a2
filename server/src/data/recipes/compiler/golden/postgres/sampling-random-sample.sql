WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"sampled" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM (
    SELECT *
    FROM (
      SELECT *, MD5('43:' || CAST("sample_row" AS TEXT)) AS "sample_key"
      FROM (
        SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo", ROW_NUMBER() OVER () AS "sample_row"
        FROM "input_0"
      ) AS numbered
    ) AS keyed
    ORDER BY "sample_key", "sample_row"
    LIMIT 10000
  ) AS picked
  ORDER BY "sample_row"
)
SELECT *
FROM "sampled"
LIMIT 50
