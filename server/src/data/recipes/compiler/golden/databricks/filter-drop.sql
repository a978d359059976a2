WITH
`input_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `sales`
),
`step_0` AS (
  SELECT *
  FROM `input_0`
  WHERE NOT COALESCE(((`store` < 'S2')
        AND (`count` <> 3)), FALSE)
)
SELECT *
FROM `step_0`
