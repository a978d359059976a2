import { type DialectTable, standard } from './dialect.ts';

export const duckdb: DialectTable = {
  ...standard,
  name: 'duckdb',
  names: { quote: '"', escape: '""', caseSensitive: false, mostBytes: 4000 },
  strings: 'doubled',
  rowOrder: 'position',
  rowKey: 'MD5($*)',
  share: { below: 'hex' },
  contains: 'CONTAINS($1, $2)',
  regex: {
    ...standard.regex,
    replaceAll: "REGEXP_REPLACE($1, $2, $3, 'g')",
    replaceAllIgnoringCase: "REGEXP_REPLACE($1, $2, $3, 'gi')",
  },
  aggregates: {
    ...standard.aggregates,
    'sum-integer': { gather: 'CAST(SUM($1) AS BIGINT)' },
    stddev: { gather: 'STDDEV_SAMP(CAST($1 AS DOUBLE))' },
    median: { gather: 'MEDIAN(CAST($1 AS DOUBLE))' },
    'most-frequent': { gather: 'MODE($1 ORDER BY $1)' },
  },
  rolling: {
    median: { gather: 'MEDIAN(CAST($1 AS DOUBLE)) OVER $2' },
    'most-frequent': { gather: 'MODE($1 ORDER BY $1) OVER $2' },
  },
  divideWhole: '($1 // NULLIF($2, 0))',
  functions: {
    log10: 'LOG10($1)',
    regexp_like: 'REGEXP_MATCHES($1, $2)',
    regexp_extract: "NULLIF(REGEXP_EXTRACT($1, $2, $3), '')",
    date_trunc: 'CAST(DATE_TRUNC($1, $2) AS TIMESTAMP)',
  },
};
