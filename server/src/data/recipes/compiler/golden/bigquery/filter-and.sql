WITH
`input_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `sales`
),
`step_0` AS (
  SELECT *
  FROM `input_0`
  WHERE (`amount` >= 0.5)
    AND (`day` >= CAST('2024-01-10' AS DATE) AND CAST(`day` AS DATETIME) <= CAST(CAST('2024-03-01 12:00:00' AS DATETIME) AS DATETIME))
    AND (`Größe "x"` IS NOT NULL)
)
SELECT *
FROM `step_0`
