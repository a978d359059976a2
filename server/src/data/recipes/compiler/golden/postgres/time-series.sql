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
      "gathered_0" AS "amount_lag_1",
      "gathered_1" AS "amount_avg_3",
      (SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY v) FROM UNNEST("gathered_2") AS v) AS "amount_median_3",
      (SELECT MODE() WITHIN GROUP (ORDER BY v COLLATE "C") FROM UNNEST("gathered_3") AS v) AS "Größe ""x""_most-frequent_3",
      "gathered_4" AS "ahead_1_0",
      "gathered_5" AS "ahead_1_1",
      "gathered_6" AS "ahead_1_2",
      "gathered_7" AS "ahead_3_0",
      "gathered_8" AS "ahead_3_1",
      "gathered_9" AS "ahead_3_2",
      "gathered_10" AS "back_0",
      "gathered_11" AS "back_1"
    FROM (
      SELECT *,
        LAG("amount", 1) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "gathered_0",
        AVG(CAST("amount" AS DOUBLE PRECISION)) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS "gathered_1",
        ARRAY_AGG(CAST("amount" AS DOUBLE PRECISION)) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS "gathered_2",
        ARRAY_AGG("Größe ""x""") OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS "gathered_3",
        LEAD("day", 1) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "gathered_4",
        LEAD("amount", 1) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "gathered_5",
        LEAD("promo", 1) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "gathered_6",
        LEAD("day", 3) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "gathered_7",
        LEAD("amount", 3) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "gathered_8",
        LEAD("promo", 3) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "gathered_9",
        LAG("amount", 0) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "gathered_10",
        LAG("amount", 1) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row") AS "gathered_11"
      FROM (
        SELECT *, ROW_NUMBER() OVER () AS "series_row"
        FROM "step_0"
      ) AS numbered
    ) AS gathered
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
