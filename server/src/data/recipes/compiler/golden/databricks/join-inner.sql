WITH
`input_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `sales`
),
`input_1` AS (
  SELECT `store`, `city`, `opened`
  FROM `stores`
),
`step_0` AS (
  SELECT l.*, r.`city` AS `city`, r.`opened` AS `opened`
  FROM `input_0` AS l
  INNER JOIN `input_1` AS r ON l.`store` = r.`store`
)
SELECT *
FROM `step_0`
