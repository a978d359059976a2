WITH
"input_0" AS (
  SELECT "id", "store", "day", "sold at", "Größe ""x""", "amount", "count", "promo"
  FROM "sales"
),
"step_0" AS (
  SELECT "store", SUM(CAST("amount" AS DOUBLE PRECISION)) AS "amount_sum", AVG(CAST("amount" AS DOUBLE PRECISION)) AS "amount_avg", MIN("amount") AS "amount_min", MAX("amount") AS "amount_max", PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST("amount" AS DOUBLE PRECISION)) AS "amount_median", STDDEV_SAMP(CAST("amount" AS DOUBLE PRECISION)) AS "amount_stddev", CAST(SUM("count") AS BIGINT) AS "count_sum", COUNT("count") AS "count_count", COUNT(DISTINCT "count") AS "count_count-distinct", PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST("count" AS DOUBLE PRECISION)) AS "count_median", MODE() WITHIN GROUP (ORDER BY "count") AS "count_most-frequent", MIN("Größe ""x""" COLLATE "C") AS "Größe ""x""_min", MAX("Größe ""x""" COLLATE "C") AS "Größe ""x""_max", MODE() WITHIN GROUP (ORDER BY "Größe ""x""" COLLATE "C") AS "Größe ""x""_most-frequent", COUNT(DISTINCT "Größe ""x""") AS "Größe ""x""_count-distinct", MIN("day") AS "day_min", MODE() WITHIN GROUP (ORDER BY "day") AS "day_most-frequent"
  FROM "input_0"
  GROUP BY "store"
)
SELECT *
FROM "step_0"
