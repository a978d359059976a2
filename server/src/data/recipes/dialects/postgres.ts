import { type DialectTable, standard } from './dialect.ts';

export const postgres: DialectTable = {
  ...standard,
  name: 'postgres',
  names: { quote: '"', escape: '""', caseSensitive: true, mostBytes: 63 },
  strings: 'doubled-with-e',
  types: { ...standard.types, double: 'DOUBLE PRECISION', string: 'TEXT' },
  // The collation of a database is its owner's choice; the same rows have to come out of every engine.
  text: '$1 COLLATE "C"',
  rowOrder: 'position',
  rowKey: 'MD5($*)',
  share: { below: 'hex' },
  regex: {
    ...standard.regex,
    replaceAll: "REGEXP_REPLACE($1, $2, $3, 'g')",
    replaceAllIgnoringCase: "REGEXP_REPLACE($1, $2, $3, 'gi')",
    lookaround: true,
  },
  aggregates: {
    'sum-integer': { gather: 'CAST(SUM($1) AS BIGINT)' },
    'sum-double': { gather: 'SUM(CAST($1 AS DOUBLE PRECISION))' },
    avg: { gather: 'AVG(CAST($1 AS DOUBLE PRECISION))' },
    stddev: { gather: 'STDDEV_SAMP(CAST($1 AS DOUBLE PRECISION))' },
    median: { gather: 'PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST($1 AS DOUBLE PRECISION))' },
    'most-frequent': { gather: 'MODE() WITHIN GROUP (ORDER BY $1)' },
  },
  rolling: {
    median: {
      gather: 'ARRAY_AGG(CAST($1 AS DOUBLE PRECISION)) OVER $2',
      finish: '(SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY v) FROM UNNEST($1) AS v)',
    },
    'most-frequent': {
      gather: 'ARRAY_AGG($1) OVER $2',
      finish: '(SELECT MODE() WITHIN GROUP (ORDER BY $2) FROM UNNEST($1) AS v)',
    },
  },
  divide: '(CAST($1 AS DOUBLE PRECISION) / NULLIF($2, 0))',
  divideWhole: '($1 / NULLIF($2, 0))',
  functions: {
    mod: 'MOD($1, NULLIF($2, 0))',
    mod_double: 'CAST(MOD(CAST($1 AS NUMERIC), CAST(NULLIF($2, 0) AS NUMERIC)) AS DOUBLE PRECISION)',
    round: 'CAST(ROUND(CAST($1 AS NUMERIC)) AS DOUBLE PRECISION)',
    round_digits: 'CAST(ROUND(CAST($1 AS NUMERIC), $2) AS DOUBLE PRECISION)',
    ceil: 'CEIL(CAST($1 AS DOUBLE PRECISION))',
    floor: 'FLOOR(CAST($1 AS DOUBLE PRECISION))',
    sqrt: 'SQRT(CAST($1 AS DOUBLE PRECISION))',
    exp: 'EXP(CAST($1 AS DOUBLE PRECISION))',
    ln: 'LN(CAST($1 AS DOUBLE PRECISION))',
    log10: 'LOG10(CAST($1 AS DOUBLE PRECISION))',
    power: 'POWER(CAST($1 AS DOUBLE PRECISION), CAST($2 AS DOUBLE PRECISION))',
    sign: 'CAST(SIGN(CAST($1 AS DOUBLE PRECISION)) AS BIGINT)',
    contains: '(STRPOS($1, $2) > 0)',
    ends_with: '(RIGHT($1, LENGTH($2)) = $2)',
    regexp_like: '($1 ~ $2)',
    regexp_replace: "REGEXP_REPLACE($1, $2, $3, 'g')",
    regexp_extract: "NULLIF((REGEXP_MATCH($1, '(' || $2 || ')'))[$3 + 1], '')",
    avg: 'AVG(CAST($1 AS DOUBLE PRECISION))',
    stddev: 'STDDEV_SAMP(CAST($1 AS DOUBLE PRECISION))',
    variance: 'VAR_SAMP(CAST($1 AS DOUBLE PRECISION))',
    median: 'PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST($1 AS DOUBLE PRECISION))',
    extract: 'CAST(FLOOR(EXTRACT($1 FROM $2)) AS BIGINT)',
    date_trunc: 'CAST(DATE_TRUNC($1, CAST($2 AS TIMESTAMP)) AS TIMESTAMP)',
    'date_diff:day': '(CAST($2 AS DATE) - CAST($1 AS DATE))',
    'date_diff:hour':
      "CAST((EXTRACT(EPOCH FROM DATE_TRUNC('hour', CAST($2 AS TIMESTAMP))) - EXTRACT(EPOCH FROM DATE_TRUNC('hour', CAST($1 AS TIMESTAMP)))) / 3600 AS BIGINT)",
    'date_diff:minute':
      "CAST((EXTRACT(EPOCH FROM DATE_TRUNC('minute', CAST($2 AS TIMESTAMP))) - EXTRACT(EPOCH FROM DATE_TRUNC('minute', CAST($1 AS TIMESTAMP)))) / 60 AS BIGINT)",
    'date_diff:second':
      "CAST(EXTRACT(EPOCH FROM DATE_TRUNC('second', CAST($2 AS TIMESTAMP))) - EXTRACT(EPOCH FROM DATE_TRUNC('second', CAST($1 AS TIMESTAMP))) AS BIGINT)",
    'date_diff:month':
      'CAST((EXTRACT(YEAR FROM $2) - EXTRACT(YEAR FROM $1)) * 12 + EXTRACT(MONTH FROM $2) - EXTRACT(MONTH FROM $1) AS BIGINT)',
    'date_diff:year': 'CAST(EXTRACT(YEAR FROM $2) - EXTRACT(YEAR FROM $1) AS BIGINT)',
  },
  // Parallel and synchronized scans hand out rows in the order they happen to be read.
  session: [
    'SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY',
    'SET synchronize_seqscans = off',
    'SET max_parallel_workers_per_gather = 0',
    'SET standard_conforming_strings = on',
  ],
};
