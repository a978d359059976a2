WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"step_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo",
    MAX("count") OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS "count_max_4",
    MIN("count") OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS "count_min_4",
    AVG(CAST("count" AS DOUBLE)) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS "count_avg_4",
    STDDEV_SAMP(CAST("count" AS DOUBLE)) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS "count_stddev_4",
    MEDIAN(CAST("count" AS DOUBLE)) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS "count_median_4"
  FROM (
    SELECT *, ROW_NUMBER() OVER () AS "series_row"
    FROM "input_0"
  ) AS numbered
)
SELECT *
FROM "step_0"
