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
    SELECT *, ROW_NUMBER() OVER (ORDER BY "id" ASC NULLS LAST, "store" ASC NULLS LAST, "day" ASC NULLS LAST, "sold at" ASC NULLS LAST, "Größe ""x""" ASC NULLS LAST, "amount" ASC NULLS LAST, "count" ASC NULLS LAST, "promo" ASC NULLS LAST) AS "series_row"
    FROM "input_0"
  ) AS numbered
)
SELECT *
FROM "step_0"
