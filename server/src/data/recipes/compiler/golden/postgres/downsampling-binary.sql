WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"downsampled" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo", CAST(CASE WHEN "sample_common" = 1 THEN CAST("sample_total" AS DOUBLE PRECISION) / LEAST("sample_total", GREATEST(500 - "sample_rare", "sample_rare", 1)) ELSE CAST(1 AS DOUBLE PRECISION) END AS DOUBLE PRECISION) AS "weight"
  FROM (
    SELECT *, SUM("sample_common") OVER () AS "sample_total", COUNT(*) OVER () - SUM("sample_common") OVER () AS "sample_rare",
      ROW_NUMBER() OVER (PARTITION BY "sample_common" ORDER BY "sample_key", "sample_row") AS "sample_ordinal"
    FROM (
      SELECT *, CASE WHEN "count" <> (SELECT "count" FROM "input_0" WHERE "count" IS NOT NULL GROUP BY "count" ORDER BY COUNT(*), "count" LIMIT 1) THEN 1 ELSE 0 END AS "sample_common"
      FROM (
        SELECT *, MD5('1:' || CAST("sample_row" AS TEXT)) AS "sample_key"
        FROM (
          SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo", ROW_NUMBER() OVER () AS "sample_row"
          FROM "input_0"
        ) AS numbered
      ) AS keyed
      WHERE "count" IS NOT NULL
    ) AS flagged
  ) AS counted
  WHERE "sample_common" = 0 OR "sample_ordinal" <= LEAST("sample_total", GREATEST(500 - "sample_rare", "sample_rare", 1))
  ORDER BY "sample_row"
)
SELECT *
FROM "downsampled"
