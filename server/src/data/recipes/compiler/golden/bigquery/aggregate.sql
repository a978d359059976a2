WITH
`input_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `sales`
),
`step_0` AS (
  SELECT `store`, `gathered_0` AS `amount_sum`, `gathered_1` AS `amount_avg`, `gathered_2` AS `amount_min`, `gathered_3` AS `amount_max`, (SELECT PERCENTILE_CONT(v, 0.5) OVER () FROM UNNEST(`gathered_4`) AS v LIMIT 1) AS `amount_median`, `gathered_5` AS `amount_stddev`, `gathered_6` AS `count_sum`, `gathered_7` AS `count_count`, `gathered_8` AS `count_count-distinct`, (SELECT PERCENTILE_CONT(v, 0.5) OVER () FROM UNNEST(`gathered_9`) AS v LIMIT 1) AS `count_median`, (SELECT v FROM UNNEST(`gathered_10`) AS v GROUP BY v ORDER BY COUNT(*) DESC, v LIMIT 1) AS `count_most-frequent`, `gathered_11` AS `Größe "x"_min`, `gathered_12` AS `Größe "x"_max`, (SELECT v FROM UNNEST(`gathered_13`) AS v GROUP BY v ORDER BY COUNT(*) DESC, v LIMIT 1) AS `Größe "x"_most-frequent`, `gathered_14` AS `Größe "x"_count-distinct`, `gathered_15` AS `day_min`, (SELECT v FROM UNNEST(`gathered_16`) AS v GROUP BY v ORDER BY COUNT(*) DESC, v LIMIT 1) AS `day_most-frequent`
  FROM (
    SELECT `store`, SUM(CAST(`amount` AS FLOAT64)) AS `gathered_0`, AVG(CAST(`amount` AS FLOAT64)) AS `gathered_1`, MIN(`amount`) AS `gathered_2`, MAX(`amount`) AS `gathered_3`, ARRAY_AGG(`amount` IGNORE NULLS) AS `gathered_4`, STDDEV_SAMP(`amount`) AS `gathered_5`, SUM(`count`) AS `gathered_6`, COUNT(`count`) AS `gathered_7`, COUNT(DISTINCT `count`) AS `gathered_8`, ARRAY_AGG(`count` IGNORE NULLS) AS `gathered_9`, ARRAY_AGG(`count` IGNORE NULLS) AS `gathered_10`, MIN(`Größe "x"`) AS `gathered_11`, MAX(`Größe "x"`) AS `gathered_12`, ARRAY_AGG(`Größe "x"` IGNORE NULLS) AS `gathered_13`, COUNT(DISTINCT `Größe "x"`) AS `gathered_14`, MIN(`day`) AS `gathered_15`, ARRAY_AGG(`day` IGNORE NULLS) AS `gathered_16`
    FROM `input_0`
    GROUP BY `store`
  ) AS gathered
)
SELECT *
FROM `step_0`
