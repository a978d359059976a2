/** Words that cannot be a column or an alias without quotes, because the grammar waits for them. */
const reserved = new Set(
  (
    'all and any as asc between by case cast cross desc distinct else end except exists extract false fetch filter from full ' +
    'group having in inner intersect into is join lateral left like ilike limit natural not null nulls offset on or order ' +
    'outer over partition qualify range recursive right rows select set some tablesample then true try_cast union using ' +
    'values when where window with'
  ).split(' '),
);

export const isReserved = (word: string): boolean => reserved.has(word);
