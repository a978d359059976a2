import { type DialectTable, standard } from './dialect.ts';

export const spark: DialectTable = {
  ...standard,
  name: 'spark',
  names: { quote: '`', escape: '``', caseSensitive: false, mostBytes: 4000 },
  doubleQuotesAreStrings: true,
  types: { ...standard.types, string: 'STRING' },
  rowKey: 'XXHASH64($*)',
  share: { clause: 'TABLESAMPLE ($1 PERCENT) REPEATABLE ($2)' },
  contains: '(INSTR($1, $2) > 0)',
  regex: { ...standard.regex, group: '$', lookaround: true },
  aggregates: { ...standard.aggregates, median: { gather: 'PERCENTILE($1, 0.5)' } },
  rolling: {
    median: { gather: 'PERCENTILE($1, 0.5) OVER $2' },
    'most-frequent': { gather: 'MODE($1) OVER $2' },
  },
  divideWhole: '($1 DIV NULLIF($2, 0))',
  functions: {
    starts_with: 'STARTSWITH($1, $2)',
    ends_with: 'ENDSWITH($1, $2)',
    strpos: 'INSTR($1, $2)',
    regexp_like: '($1 RLIKE $2)',
    regexp_replace: 'REGEXP_REPLACE($1, $2, $3)',
    regexp_extract: "NULLIF(REGEXP_EXTRACT($1, $2, $3), '')",
    'date_diff:day': 'DATEDIFF($2, $1)',
    'date_diff:hour':
      "CAST((UNIX_TIMESTAMP(DATE_TRUNC('hour', $2)) - UNIX_TIMESTAMP(DATE_TRUNC('hour', $1))) / 3600 AS BIGINT)",
    'date_diff:minute':
      "CAST((UNIX_TIMESTAMP(DATE_TRUNC('minute', $2)) - UNIX_TIMESTAMP(DATE_TRUNC('minute', $1))) / 60 AS BIGINT)",
    'date_diff:second': '(UNIX_TIMESTAMP($2) - UNIX_TIMESTAMP($1))',
    'date_diff:month': '((YEAR($2) - YEAR($1)) * 12 + MONTH($2) - MONTH($1))',
    'date_diff:year': '(YEAR($2) - YEAR($1))',
    concat: "CONCAT_WS('', $*)",
    extract: 'CAST(EXTRACT($1 FROM $2) AS BIGINT)',
  },
};

/** Databricks speaks Spark; its `mode` can be told to settle ties. */
export const databricks: DialectTable = {
  ...spark,
  name: 'databricks',
  aggregates: { ...spark.aggregates, 'most-frequent': { gather: 'MODE($1, TRUE)' } },
  rolling: { ...spark.rolling, 'most-frequent': { gather: 'MODE($1, TRUE) OVER $2' } },
};
