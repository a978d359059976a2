WITH
`input_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `sales`
),
`sampled` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `input_0`
  WHERE CAST(`store` AS STRING) IN ('S\'1')
  ORDER BY `day` DESC NULLS LAST
  LIMIT 100
)
SELECT *
FROM `sampled`
LIMIT 50
