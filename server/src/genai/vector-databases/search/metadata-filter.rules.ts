import { catalogue, refuse, unprocessable } from '#platform/http/problem.ts';
import type { Settings } from '../../genai.tables.ts';

export type Matches = (metadata: Settings) => boolean;

const Problems = catalogue({
  wrong: unprocessable(
    'genai.metadata_filter',
    (what: string) =>
      `The metadataFilter is not understood: ${what}. Write {"column": {"$eq": value}}; operators are ` +
      `${Object.keys(OPERATORS).join(', ')}, and $and and $or take lists of filters.`,
  ),
});

type Operator = (value: unknown, wanted: unknown) => boolean;

const order = (value: unknown, wanted: unknown): number => {
  if (typeof value === 'number' && typeof wanted === 'number') return value - wanted;
  if (typeof value === 'string' && typeof wanted === 'string') return value < wanted ? -1 : value > wanted ? 1 : 0;
  return Number.NaN;
};
const isListed = (value: unknown, wanted: unknown): boolean => Array.isArray(wanted) && wanted.includes(value);
const contains = (value: unknown, wanted: unknown): boolean =>
  typeof value === 'string' && typeof wanted === 'string' && value.includes(wanted);

const OPERATORS: Readonly<Record<string, Operator>> = {
  $eq: (value, wanted) => value === wanted,
  $ne: (value, wanted) => value !== wanted,
  $gt: (value, wanted) => order(value, wanted) > 0,
  $gte: (value, wanted) => order(value, wanted) >= 0,
  $lt: (value, wanted) => order(value, wanted) < 0,
  $lte: (value, wanted) => order(value, wanted) <= 0,
  $in: isListed,
  $nin: (value, wanted) => !isListed(value, wanted),
  $contains: contains,
  $not_contains: (value, wanted) => !contains(value, wanted),
};

const MOST_DEPTH = 20;

/** Refuses what is no filter; else what decides of a piece's metadata whether it is looked at. */
export function matcher(filter: unknown, depth = 0): Matches {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter))
    return refuse(Problems.wrong, `${JSON.stringify(filter)} is no object`);
  if (depth > MOST_DEPTH) refuse(Problems.wrong, 'it is nested too deeply');
  const parts = Object.entries(filter).map(([name, wanted]) => part(name, wanted, depth));
  return (metadata) => parts.every((one) => one(metadata));
}

function part(name: string, wanted: unknown, depth: number): Matches {
  if (name === '$and' || name === '$or') {
    if (!Array.isArray(wanted)) return refuse(Problems.wrong, `${name} needs a list`);
    const filters = wanted.map((one) => matcher(one, depth + 1));
    return name === '$and'
      ? (metadata) => filters.every((one) => one(metadata))
      : (metadata) => filters.some((one) => one(metadata));
  }
  if (typeof wanted !== 'object' || wanted === null) return (metadata) => (metadata[name] ?? null) === wanted;
  const tests = Object.entries(wanted).map(([operator, value]) => {
    const test = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
    if (test === undefined) return refuse(Problems.wrong, `there is no operator ${JSON.stringify(operator)}`);
    if (['$in', '$nin'].includes(operator) && !Array.isArray(value))
      return refuse(Problems.wrong, `${operator} needs a list`);
    return (metadata: Settings) => test(metadata[name] ?? null, value);
  });
  return (metadata) => tests.every((one) => one(metadata));
}
