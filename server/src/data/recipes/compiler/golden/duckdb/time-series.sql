WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"step_0" AS (
  SELECT *
  FROM "input_0"
  WHERE ("day" IS NOT NULL)
),
"step_1" AS (
  WITH derived AS (
    SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo",
      LAG("amount", 1) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "amount_lag_1",
      AVG(CAST("amount" AS DOUBLE)) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS "amount_avg_3",
      MEDIAN(CAST("amount" AS DOUBLE)) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS "amount_median_3",
      MODE("Größe ""x""" ORDER BY "Größe ""x""") OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS "Größe ""x""_most-frequent_3",
      LEAD("day", 1) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "ahead_1_0",
      LEAD("amount", 1) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "ahead_1_1",
      LEAD("promo", 1) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "ahead_1_2",
      LEAD("day", 3) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "ahead_3_0",
      LEAD("amount", 3) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "ahead_3_1",
      LEAD("promo", 3) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "ahead_3_2",
      LAG("amount", 0) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "back_0",
      LAG("amount", 1) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "back_1"
    FROM (
      SELECT *, ROW_NUMBER() OVER () AS "series_row"
      FROM "step_0"
    ) AS numbered
  )
  SELECT "store", "ahead_1_0" AS "day", "ahead_1_1" AS "amount", "ahead_1_2" AS "promo", "day" AS "FORECAST_POINT", CAST(1 AS BIGINT) AS "FORECAST_DISTANCE", "amount_lag_1", "amount_avg_3", "amount_median_3", "Größe ""x""_most-frequent_3", "back_0" AS "amount_naive_1", "back_1" AS "amount_naive_2"
  FROM derived
  WHERE "ahead_1_0" IS NOT NULL
  UNION ALL
  SELECT "store", "ahead_3_0" AS "day", "ahead_3_1" AS "amount", "ahead_3_2" AS "promo", "day" AS "FORECAST_POINT", CAST(3 AS BIGINT) AS "FORECAST_DISTANCE", "amount_lag_1", "amount_avg_3", "amount_median_3", "Größe ""x""_most-frequent_3", "back_0" AS "amount_naive_1", "back_1" AS "amount_naive_2"
  FROM derived
  WHERE "ahead_3_0" IS NOT NULL
)
SELECT *
FROM "step_1"
