WITH
`input_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `sales`
),
`step_0` AS (
  SELECT *, CONCAT(UPPER(`store`), '-', SUBSTR(`store`, 1, 1)) AS `label`
  FROM `input_0`
)
SELECT *
FROM `step_0`
