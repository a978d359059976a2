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
    "tools"."median"("gathered_4") AS "count_median_4"
  FROM (
    SELECT *,
      MAX("count") OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS "gathered_0",
      MIN("count") OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS "gathered_1",
      AVG(CAST("count" AS DOUBLE)) OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS "gathered_2",
      STDDEV_SAMP("count") OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS "gathered_3",
      ARRAY_AGG("count") OVER (PARTITION BY "store" ORDER BY "day" ASC NULLS LAST, "series_row" ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS "gathered_4"
    FROM (
      SELECT *, ROW_NUMBER() OVER (ORDER BY "id" ASC NULLS LAST, "store" ASC NULLS LAST, "day" ASC NULLS LAST, "sold at" ASC NULLS LAST, "Größe ""x""" ASC NULLS LAST, "amount" ASC NULLS LAST, "count" ASC NULLS LAST, "promo" ASC NULLS LAST) AS "series_row"
      FROM "input_0"
    ) AS numbered
  ) AS gathered
)
SELECT *
FROM "step_0"
