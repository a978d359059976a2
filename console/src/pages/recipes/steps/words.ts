/** The words of the choices inside operations. */
export const comparisons = {
  eq: 'is',
  neq: 'is not',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is greater than',
  gte: 'is at least',
  between: 'is between',
  contains: 'contains',
  null: 'is missing',
  notnull: 'is not missing',
};

export const aggregates = {
  sum: 'sum',
  count: 'count',
  'count-distinct': 'count of distinct values',
  avg: 'average',
  min: 'smallest',
  max: 'largest',
  median: 'median',
  stddev: 'standard deviation',
  'most-frequent': 'most frequent value',
};

export const windowMethods = {
  avg: 'average',
  min: 'smallest',
  max: 'largest',
  median: 'median',
  stddev: 'standard deviation',
};

export const matches = {
  exact: 'the whole value',
  partial: 'a part of the value',
  regex: 'a pattern (regular expression)',
};

export const joins = {
  left: 'Left: keep every row, add what matches',
  inner: 'Inner: keep rows that match',
  cartesian: 'Cartesian: every row with every row',
};

/** How many values a comparison compares with. */
export const operandsOf = (comparison: unknown): number =>
  comparison === 'between' ? 2 : comparison === 'null' || comparison === 'notnull' ? 0 : 1;
