import { beforeAll, describe, expect, test } from 'vitest';
import { type Engine, openEngines } from '../compiler/engines.fixtures.ts';
import { compileRecipe, compileSql } from '../compiler/index.ts';
import { inputs, salesColumns, salesRows, storeColumns, storeRows } from '../compiler/recipe.fixtures.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { Operation } from '../recipe.operations.ts';

let engines: readonly Engine[] = [];

beforeAll(async () => {
  engines = await openEngines();
  for (const engine of engines) {
    await engine.create('sales', salesColumns, salesRows(120));
    await engine.create('stores', storeColumns, storeRows);
  }
});

const expressions = [
  'id + count * 2 - -amount',
  'amount / count',
  '7 / 2',
  'count % 3',
  'mod(count, 0)',
  'abs(amount) + sign(amount)',
  'ceil(amount) + floor(amount) + ceiling(0.5)',
  'round(amount)',
  'round(amount / 3, 2)',
  'sqrt(abs(amount)) + exp(1) + ln(2) + log10(1000) + power(2, 0.5)',
  'greatest(amount, count, 3)',
  "least(store, 'S2')",
  "coalesce(store, 'none')",
  "nullif(store, 'S1')",
  "if(amount > 10, 'big', 'small')",
  'iff(promo, 1, 0)',
  'lower(upper(store))',
  'length("Größe ""x""")',
  "trim('  x ') || ltrim('  x') || rtrim('x  ')",
  "concat(store, '-', count)",
  'substring("Größe ""x""", 2, 2)',
  'left("Größe ""x""", 2) || right("Größe ""x""", 1)',
  'replace("Größe ""x""", \'e\', \'ee\')',
  'reverse("Größe ""x""")',
  'strpos("Größe ""x""", \'e\')',
  "starts_with(store, 'S') and ends_with(store, '1')",
  'contains("Größe ""x""", \'"\')',
  "split_part('a-b-c', '-', 2)",
  'regexp_like("Größe ""x""", \'^[a-z]+$\')',
  'regexp_replace("Größe ""x""", \'[aeiou]\', \'#\')',
  'regexp_extract("Größe ""x""", \'([a-z])([a-z]*)\', 1)',
  'regexp_replace("Größe ""x""", \'(.)e\', \'<\\1>\')',
  "to_date('2024-05-06') - day",
  "to_timestamp('2024-05-06 07:08:09')",
  'md5(store)',
  "date_trunc('month', day)",
  'date_trunc(\'hour\', "sold at")',
  "date_diff('day', date '2023-12-31', day)",
  "date_diff('month', day, date '2025-01-31')",
  "date_diff('year', day, date '2025-01-31')",
  "date_diff('hour', \"sold at\", timestamp '2024-06-01 12:30:00')",
  "date_diff('minute', \"sold at\", timestamp '2024-06-01 12:30:00')",
  "date_diff('second', \"sold at\", timestamp '2024-06-01 12:30:00')",
  'year(day) + quarter(day) + month(day) + week(day) + day(day)',
  'extract(hour from "sold at") + minute("sold at") + second("sold at")',
  "day + interval '1 month'",
  '"sold at" - interval 3 quarter',
  "day >= date '2024-02-01' and not promo or promo is null",
  "store in ('S1', 'S2') or count not in (1, 2)",
  'amount between 0 and 10 or count not between 1 and 3',
  '"Größe ""x""" like \'%e%\' or "Größe ""x""" ilike \'RE%\'',
  "store is distinct from 'S1'",
  'promo is not true',
  "case store when 'S1' then 1 when 'S2' then 2 else 0 end",
  "case when amount > 0 then 'plus' when amount < 0 then 'minus' end",
  'cast(count as double) / 3',
  'cast(count as varchar) || store',
  'count::decimal(10, 2)',
  "cast('2024-05-06' as date)",
  "store < 'S2'",
  'sum(count) over (partition by store)',
  'avg(amount) over (partition by store)',
  'min(store) over (partition by count)',
  'stddev(amount) over (partition by store)',
  'count(*) over (partition by store, promo)',
  'row_number() over (partition by store order by id, amount nulls first, count, "sold at" desc)',
  'rank() over (order by count desc) + dense_rank() over (order by count)',
  'lag(amount, 2) over (partition by store order by id, amount, count, "sold at", day)',
  'last_value(id) over (partition by store order by id rows between unbounded preceding and unbounded following)',
  'sum(count) over (order by id, amount, day, "sold at" rows between 2 preceding and 1 following)',
];

describe('an expression has the same values in DuckDB and PostgreSQL', () => {
  test.each(expressions)('%s', async (expression) => {
    const operations = [Operation.parse({ directive: 'compute-new', arguments: { newFeatureName: 'x', expression } })];
    const [first = [], second = []] = await Promise.all(
      engines.map(({ name, rows }) =>
        rows(compileRecipe({ inputs, operations, dialect: name, writtenIn: 'duckdb' }).sql),
      ),
    );
    const sorted = (rows: typeof first) => rows.map((row) => JSON.stringify(row)).sort();
    expect(sorted(second)).toEqual(sorted(first));
    expect(first).toHaveLength(120);
  });
});

const queries = [
  'select * from sales',
  'SELECT store, count(*) AS n, sum(count) total FROM sales GROUP BY store',
  'select s.id, t.city from sales as s join stores t on s.store = t.store where s.amount > 0',
  'select id, store, city from sales left join stores using (store)',
  'select t.city, avg(s.amount) as mean from sales s inner join stores t on t.store = s.store group by t.city having count(*) > 3',
  'with big as (select * from sales where amount > 50), n as (select count(*) as n from big) select big.id, n.n from big, n',
  'select id from sales where store in (select store from stores where opened is not null)',
  'select id from sales s where exists (select 1 from stores t where t.store = s.store and s.count > 2)',
  'select id, (select max(city) from stores) as last_city from sales',
  'select store from sales union select store from stores',
  'select store from sales intersect select store from stores',
  'select store from sales except select store from stores',
  'select distinct store, promo from sales order by store desc, promo',
  'select year(day) as y, month(day) as m, count(*) as n from sales group by 1, m order by y, 2',
  'select upper(store) as u, id from sales order by u, 2',
  'select store, count(*) as n from sales group by store order by count(*) desc, store',
  'select store from sales union all select city from stores order by 1',
  'select id, amount from sales order by amount desc nulls last, id limit 10 offset 5',
  'select x.store from (select store, count(*) as c from sales group by store) as x where x.c > 10;',
  'select /* note */ upper(store) as store -- the end\nfrom sales',
  'select a.id as left_id, b.id as right_id from sales a cross join sales b where a.id = b.id + 1',
];

describe('a recipe of SQL has the same rows in DuckDB and PostgreSQL', () => {
  test.each(queries)('%s', async (text) => {
    const [first = [], second = []] = await Promise.all(
      engines.map(({ name, rows }) =>
        rows(compileSql({ text, inputs, dialect: name, writtenIn: 'postgres', limit: 1000 }).sql),
      ),
    );
    const sorted = (rows: typeof first) => rows.map((row) => JSON.stringify(row)).sort();
    expect(sorted(second)).toEqual(sorted(first));
    expect(first.length).toBeGreaterThan(0);
  });
});

test('whole numbers are divided as the language of the recipe does', async () => {
  const value = async (writtenIn: 'postgres' | 'spark') => {
    const operations = [
      Operation.parse({ directive: 'compute-new', arguments: { newFeatureName: 'x', expression: '-7 / 2' } }),
    ];
    return Promise.all(
      engines.map(async ({ name, rows }) => {
        const [row] = await rows(compileRecipe({ inputs, operations, dialect: name, writtenIn, limit: 1 }).sql);
        return row?.at(-1);
      }),
    );
  };
  expect(await value('postgres')).toEqual(['-3', '-3']);
  expect(await value('spark')).toEqual(['-3.5', '-3.5']);
});

test('functions are spelled and ordered as in the language of the recipe', () => {
  const compile = (expression: string, writtenIn: Dialect) => {
    const operations = [Operation.parse({ directive: 'compute-new', arguments: { newFeatureName: 'x', expression } })];
    return compileRecipe({ inputs, operations, dialect: 'duckdb', writtenIn }).sql;
  };
  const days = `DATE_DIFF('day', "day", CAST('2024-01-01' AS DATE))`;
  expect(compile("datediff(date '2024-01-01', day)", 'spark')).toContain(days);
  expect(compile("date_diff(date '2024-01-01', `day`, DAY)", 'bigquery')).toContain(days);
  expect(compile("datediff(day, day, date '2024-01-01')", 'snowflake')).toContain(days);
  expect(compile('date_trunc(day, MONTH)', 'bigquery')).toContain(`DATE_TRUNC('month', "day")`);
  expect(compile("regexp_replace(store, '(S)', '$1$$')", 'databricks')).toContain(
    `REGEXP_REPLACE("store", '(S)', '\\1$', 'g')`,
  );
});

test('quotes mean what they mean in the language of the recipe', () => {
  const compile = (expression: string, writtenIn: 'spark' | 'postgres') => {
    const operations = [Operation.parse({ directive: 'compute-new', arguments: { newFeatureName: 'x', expression } })];
    return compileRecipe({ inputs, operations, dialect: 'duckdb', writtenIn }).sql;
  };
  expect(compile("concat(\"store\", `store`, 'it\\'s')", 'spark')).toContain(`CONCAT('store', "store", 'it''s')`);
  expect(compile("concat(\"store\", 'it''s\\')", 'postgres')).toContain(`CONCAT("store", 'it''s\\')`);
});
