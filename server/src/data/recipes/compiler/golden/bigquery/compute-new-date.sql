WITH
`input_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `sales`
),
`step_0` AS (
  SELECT *, (CASE WHEN ((EXTRACT(YEAR FROM `day`) = 2024) AND (EXTRACT(MONTH FROM `day`) >= 2)) THEN `day` ELSE CAST('2024-01-01' AS DATE) END) AS `late`
  FROM `input_0`
)
SELECT *
FROM `step_0`
