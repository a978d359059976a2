WITH
`input_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `sales`
),
`step_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, CASE WHEN `count` = 3 THEN CAST(30 AS INT64) ELSE CAST(`count` AS INT64) END AS `count`, `promo`
  FROM `input_0`
)
SELECT *
FROM `step_0`
