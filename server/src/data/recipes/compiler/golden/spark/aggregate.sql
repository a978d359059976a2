WITH
`input_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `sales`
),
`step_0` AS (
  SELECT `store`, SUM(CAST(`amount` AS DOUBLE)) AS `amount_sum`, AVG(CAST(`amount` AS DOUBLE)) AS `amount_avg`, MIN(`amount`) AS `amount_min`, MAX(`amount`) AS `amount_max`, PERCENTILE(`amount`, 0.5) AS `amount_median`, STDDEV_SAMP(`amount`) AS `amount_stddev`, SUM(`count`) AS `count_sum`, COUNT(`count`) AS `count_count`, COUNT(DISTINCT `count`) AS `count_count-distinct`, PERCENTILE(`count`, 0.5) AS `count_median`, MODE(`count`) AS `count_most-frequent`, MIN(`Größe "x"`) AS `Größe "x"_min`, MAX(`Größe "x"`) AS `Größe "x"_max`, MODE(`Größe "x"`) AS `Größe "x"_most-frequent`, COUNT(DISTINCT `Größe "x"`) AS `Größe "x"_count-distinct`, MIN(`day`) AS `day_min`, MODE(`day`) AS `day_most-frequent`
  FROM `input_0`
  GROUP BY `store`
)
SELECT *
FROM `step_0`
