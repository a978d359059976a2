import { fill, quoteName, quoteText } from '../../dialects/quoting.ts';
import type { ArgumentsOf } from '../../recipe.operations.ts';
import { type Compiled, requireColumn, type Step } from '../step.ts';
import { comparable } from '../values.ts';

type Condition = ArgumentsOf<'filter'>['conditions'][number];

const signs = { eq: '=', neq: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

export function filter(step: Step<ArgumentsOf<'filter'>>): Compiled {
  const { conditions, keepRows, operator } = step.arguments;
  const all = conditions.map((condition, i) => write(step, condition, `conditions.${i}`));
  const test = all.join(operator === 'and' ? '\n  AND ' : '\n  OR ');
  // A condition that is null does not match: the row is neither kept nor dropped.
  const where = keepRows ? test : `NOT COALESCE(${all.length > 1 ? `(${test})` : test}, FALSE)`;
  return { sql: `SELECT *\nFROM ${step.from}\nWHERE ${where}`, table: step.table };
}

function write(step: Step<ArgumentsOf<'filter'>>, condition: Condition, place: string): string {
  const { dialect } = step;
  const column = requireColumn(step, condition.column, `${place}.column`);
  const name = quoteName(dialect, column.name);
  const textual = column.type === 'string';
  if (condition.function === 'null') return `(${name} IS NULL)`;
  if (condition.function === 'notnull') return `(${name} IS NOT NULL)`;
  if (condition.function === 'contains') {
    const text = textual ? name : `CAST(${name} AS ${dialect.types.string})`;
    const checked = comparable(dialect, { ...column, type: 'string' }, condition.functionArguments[0] ?? '');
    if ('wrong' in checked) return step.refuse(`${place}.functionArguments.0`, checked.wrong);
    return fill(dialect.contains, text, quoteText(dialect, String(condition.functionArguments[0] ?? '')));
  }
  const sides = condition.functionArguments.map((value, i) => {
    const side = comparable(dialect, column, value);
    return 'wrong' in side ? step.refuse(`${place}.functionArguments.${i}`, side.wrong) : side;
  });
  const compare = (sign: string, side: (typeof sides)[number] | undefined) => {
    const left = side?.column ?? name;
    const sorted = textual && sign !== '=' && sign !== '<>' ? fill(dialect.text, left) : left;
    return `${sorted} ${sign} ${side?.value ?? 'NULL'}`;
  };
  if (condition.function === 'between') return `(${compare('>=', sides[0])} AND ${compare('<=', sides[1])})`;
  return `(${compare(signs[condition.function], sides[0])})`;
}
