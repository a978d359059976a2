WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"step_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo",
    MODE("Größe ""x""" ORDER BY "Größe ""x""") OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 4 PRECEDING AND CURRENT ROW) AS "Größe ""x""_most-frequent_5"
  FROM (
    SELECT *, ROW_NUMBER() OVER () AS "series_row"
    FROM "input_0"
  ) AS numbered
)
SELECT *
FROM "step_0"
