WITH
`input_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `sales`
),
`step_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`,
    (SELECT v FROM UNNEST(`gathered_0`) AS v WHERE v IS NOT NULL GROUP BY v ORDER BY COUNT(*) DESC, v LIMIT 1) AS `Größe "x"_most-frequent_5`
  FROM (
    SELECT *,
      ARRAY_AGG(`Größe "x"`) OVER (PARTITION BY `store` ORDER BY `day` ASC NULLS LAST, `series_row` ROWS BETWEEN 4 PRECEDING AND CURRENT ROW) AS `gathered_0`
    FROM (
      SELECT *, ROW_NUMBER() OVER (ORDER BY `id` ASC NULLS LAST, `store` ASC NULLS LAST, `day` ASC NULLS LAST, `sold at` ASC NULLS LAST, `Größe "x"` ASC NULLS LAST, `amount` ASC NULLS LAST, `count` ASC NULLS LAST, `promo` ASC NULLS LAST) AS `series_row`
      FROM `input_0`
    ) AS numbered
  ) AS gathered
)
SELECT *
FROM `step_0`
