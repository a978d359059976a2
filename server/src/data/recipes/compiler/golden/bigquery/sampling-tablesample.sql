WITH
`input_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `sales`
),
`sampled` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM (
    SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`, FARM_FINGERPRINT(TO_JSON_STRING(STRUCT(9, `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`))) AS `sample_key`
    FROM `input_0`
  ) AS keyed
  WHERE MOD(ABS(`sample_key`), 1000000) < 125000
)
SELECT *
FROM `sampled`
LIMIT 50
