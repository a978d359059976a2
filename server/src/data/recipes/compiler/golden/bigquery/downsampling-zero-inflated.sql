WITH
`input_0` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`
  FROM `sales`
),
`downsampled` AS (
  SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`, CAST(CASE WHEN `sample_common` = 1 THEN CAST(`sample_total` AS FLOAT64) / LEAST(`sample_total`, GREATEST(500 - `sample_rare`, `sample_rare`, 1)) ELSE CAST(1 AS FLOAT64) END AS FLOAT64) AS `weight`
  FROM (
    SELECT *, SUM(`sample_common`) OVER () AS `sample_total`, COUNT(*) OVER () - SUM(`sample_common`) OVER () AS `sample_rare`,
      ROW_NUMBER() OVER (PARTITION BY `sample_common` ORDER BY `sample_key`) AS `sample_ordinal`
    FROM (
      SELECT *, CASE WHEN `count` = 0 THEN 1 ELSE 0 END AS `sample_common`
      FROM (
        SELECT `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`, FARM_FINGERPRINT(TO_JSON_STRING(STRUCT(1, `id`, `store`, `day`, `sold at`, `Größe "x"`, `amount`, `count`, `promo`))) AS `sample_key`
        FROM `input_0`
      ) AS keyed
      WHERE `count` IS NOT NULL
    ) AS flagged
  ) AS counted
  WHERE `sample_common` = 0 OR `sample_ordinal` <= LEAST(`sample_total`, GREATEST(500 - `sample_rare`, `sample_rare`, 1))
)
SELECT *
FROM `downsampled`
