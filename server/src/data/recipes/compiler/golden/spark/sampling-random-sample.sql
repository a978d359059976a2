WITH
`input_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `sales`
),
`sampled` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM (
    SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`, XXHASH64(43, `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`) AS `sample_key`
    FROM `input_0`
  ) AS keyed
  ORDER BY `sample_key`
  LIMIT 10000
)
SELECT *
FROM `sampled`
LIMIT 50
