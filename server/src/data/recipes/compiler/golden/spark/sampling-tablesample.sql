WITH
`input_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `sales`
),
`sampled` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `input_0` TABLESAMPLE (12.5 PERCENT) REPEATABLE (9)
)
SELECT *
FROM `sampled`
LIMIT 50
