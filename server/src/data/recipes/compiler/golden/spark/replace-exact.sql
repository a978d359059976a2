WITH
`input_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `sales`
),
`step_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, CASE WHEN LOWER(`Größe "x"`) = LOWER('Red') THEN 'it\'s $1 \\ red' ELSE `Größe "x"` END AS `Größe "x"`, `amount`, `count`, `promo`
  FROM `input_0`
)
SELECT *
FROM `step_0`
