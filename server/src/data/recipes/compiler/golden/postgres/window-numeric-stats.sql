WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"step_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo",
    "gathered_0" AS "count_max_4",
    "gathered_1" AS "count_min_4",
    "gathered_2" AS "count_avg_4",
    "gathered_3" AS "count_stddev_4",
    (SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY v) FROM UNNEST("gathered_4") AS v) AS "count_median_4"
  FROM (
    SELECT *,
      MAX("count") OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS "gathered_0",
      MIN("count") OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS "gathered_1",
      AVG(CAST("count" AS DOUBLE PRECISION)) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS "gathered_2",
      STDDEV_SAMP(CAST("count" AS DOUBLE PRECISION)) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS "gathered_3",
      ARRAY_AGG(CAST("count" AS DOUBLE PRECISION)) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS "gathered_4"
    FROM (
      SELECT *, ROW_NUMBER() OVER () AS "series_row"
      FROM "input_0"
    ) AS numbered
  ) AS gathered
)
SELECT *
FROM "step_0"
