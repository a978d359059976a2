import { type DialectTable, standard } from './dialect.ts';

export const bigquery: DialectTable = {
  ...standard,
  name: 'bigquery',
  names: { quote: '`', escape: '\\`', caseSensitive: false, mostBytes: 300 },
  doubleQuotesAreStrings: true,
  types: {
    ...standard.types,
    integer: 'INT64',
    double: 'FLOAT64',
    string: 'STRING',
    boolean: 'BOOL',
    timestamp: 'DATETIME',
  },
  rowKey: 'FARM_FINGERPRINT(TO_JSON_STRING(STRUCT($*)))',
  aggregates: {
    ...standard.aggregates,
    'sum-double': { gather: 'SUM(CAST($1 AS FLOAT64))' },
    avg: { gather: 'AVG(CAST($1 AS FLOAT64))' },
    median: {
      gather: 'ARRAY_AGG($1 IGNORE NULLS)',
      finish: '(SELECT PERCENTILE_CONT(v, 0.5) OVER () FROM UNNEST($1) AS v LIMIT 1)',
    },
    'most-frequent': {
      gather: 'ARRAY_AGG($1 IGNORE NULLS)',
      finish: '(SELECT v FROM UNNEST($1) AS v GROUP BY v ORDER BY COUNT(*) DESC, v LIMIT 1)',
    },
  },
  rolling: {
    median: {
      gather: 'ARRAY_AGG($1) OVER $2',
      finish: '(SELECT PERCENTILE_CONT(v, 0.5) OVER () FROM UNNEST($1) AS v LIMIT 1)',
    },
    'most-frequent': {
      gather: 'ARRAY_AGG($1) OVER $2',
      finish: '(SELECT v FROM UNNEST($1) AS v WHERE v IS NOT NULL GROUP BY v ORDER BY COUNT(*) DESC, v LIMIT 1)',
    },
  },
  interval: 'INTERVAL $1 $2',
  decimal: 'NUMERIC',
  divideWhole: 'DIV($1, NULLIF($2, 0))',
  functions: {
    mod: 'MOD($1, NULLIF($2, 0))',
    mod_double: 'CAST(MOD(CAST($1 AS NUMERIC), CAST(NULLIF($2, 0) AS NUMERIC)) AS FLOAT64)',
    contains: '(STRPOS($1, $2) > 0)',
    to_timestamp: 'CAST($1 AS DATETIME)',
    md5: 'TO_HEX(MD5($1))',
    split_part: 'SPLIT($1, $2)[SAFE_ORDINAL($3)]',
    regexp_like: 'REGEXP_CONTAINS($1, $2)',
    regexp_replace: 'REGEXP_REPLACE($1, $2, $3)',
    regexp_extract: 'REGEXP_EXTRACT($1, $2)',
    date_trunc: 'DATETIME_TRUNC(CAST($2 AS DATETIME), $1)',
    'date_diff:day': 'DATE_DIFF(CAST($2 AS DATE), CAST($1 AS DATE), DAY)',
    'date_diff:hour': 'DATETIME_DIFF(CAST($2 AS DATETIME), CAST($1 AS DATETIME), HOUR)',
    'date_diff:minute': 'DATETIME_DIFF(CAST($2 AS DATETIME), CAST($1 AS DATETIME), MINUTE)',
    'date_diff:second': 'DATETIME_DIFF(CAST($2 AS DATETIME), CAST($1 AS DATETIME), SECOND)',
    'date_diff:month': 'DATE_DIFF(CAST($2 AS DATE), CAST($1 AS DATE), MONTH)',
    'date_diff:year': 'DATE_DIFF(CAST($2 AS DATE), CAST($1 AS DATE), YEAR)',
  },
};
