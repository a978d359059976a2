WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"step_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo",
    (SELECT MODE() WITHIN GROUP (ORDER BY v COLLATE "C") FROM UNNEST("gathered_0") AS v) AS "Größe ""x""_most-frequent_5"
  FROM (
    SELECT *,
      ARRAY_AGG("Größe ""x""") OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 4 PRECEDING AND CURRENT ROW) AS "gathered_0"
    FROM (
      SELECT *, ROW_NUMBER() OVER () AS "series_row"
      FROM "input_0"
    ) AS numbered
  ) AS gathered
)
SELECT *
FROM "step_0"
