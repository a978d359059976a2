WITH
`input_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `sales`
),
`downsampled` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM (
    SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`, XXHASH64(1, `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`) AS `sample_key`
    FROM `input_0`
  ) AS keyed
  ORDER BY `sample_key`
  LIMIT 500
)
SELECT *
FROM `downsampled`
