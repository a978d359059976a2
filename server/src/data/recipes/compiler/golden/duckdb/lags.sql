WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"step_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo",
    LAG("amount", 1) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "amount_lag_1",
    LAG("amount", 7) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "amount_lag_7"
  FROM (
    SELECT *, ROW_NUMBER() OVER () AS "series_row"
    FROM "input_0"
  ) AS numbered
)
SELECT *
FROM "step_0"
