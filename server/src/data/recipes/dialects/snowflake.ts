import { type DialectTable, standard } from './dialect.ts';

export const snowflake: DialectTable = {
  ...standard,
  name: 'snowflake',
  names: { quote: '"', escape: '""', caseSensitive: true, mostBytes: 255 },
  types: { ...standard.types, timestamp: 'TIMESTAMP_NTZ' },
  rowKey: 'HASH($*)',
  // SAMPLE takes a seed only on a stored table, and a recipe samples what a query gives.
  share: { below: 'modulo' },
  contains: 'CONTAINS($1, $2)',
  regex: { ...standard.regex, replaceAllIgnoringCase: "REGEXP_REPLACE($1, $2, $3, 1, 0, 'i')" },
  // Snowflake takes neither MEDIAN nor MODE over a sliding window.
  rolling: {
    median: { gather: 'ARRAY_AGG($1) OVER $2', finish: '$3($1)', needsUserFunction: true },
    'most-frequent': { gather: 'ARRAY_AGG($1) OVER $2', finish: '$3($1)', needsUserFunction: true },
  },
  interval: "INTERVAL '$1 $2'",
  divideWhole: 'TRUNC($1 / NULLIF($2, 0))',
  functions: {
    to_timestamp: 'CAST($1 AS TIMESTAMP_NTZ)',
    log10: 'LOG(10, $1)',
    mod: 'MOD($1, NULLIF($2, 0))',
    starts_with: 'STARTSWITH($1, $2)',
    ends_with: 'ENDSWITH($1, $2)',
    strpos: 'POSITION($2, $1)',
    regexp_like: '(REGEXP_INSTR($1, $2) > 0)',
    regexp_replace: 'REGEXP_REPLACE($1, $2, $3)',
    regexp_extract: "REGEXP_SUBSTR($1, $2, 1, 1, 'e', $3)",
    'date_diff:day': 'DATEDIFF(day, $1, $2)',
    'date_diff:hour': 'DATEDIFF(hour, $1, $2)',
    'date_diff:minute': 'DATEDIFF(minute, $1, $2)',
    'date_diff:second': 'DATEDIFF(second, $1, $2)',
    'date_diff:month': 'DATEDIFF(month, $1, $2)',
    'date_diff:year': 'DATEDIFF(year, $1, $2)',
  },
};
