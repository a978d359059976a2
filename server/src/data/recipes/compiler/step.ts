import { Problem } from '#platform/http/problem.ts';
import type { Column, Dialect, DialectTable } from '../dialects/dialect.ts';
import { fill, nearNames, quoteName, unwritable } from '../dialects/quoting.ts';
import { SandboxRefusal } from '../sandbox/bounds.ts';
import { findColumn } from '../sandbox/scope.ts';
import type { RecipeInput } from './recipe-input.ts';

/** A table between two steps. */
export interface Table {
  readonly columns: readonly Column[];
  /** Rows still in the order of the input, or in none, in which case these columns sort first when an order is needed. */
  readonly order: 'input' | readonly string[];
}

/** Everything a step knows while it is compiled. */
export interface Step<Arguments> {
  readonly table: Table;
  /** The quoted name of the table before it. */
  readonly from: string;
  readonly arguments: Arguments;
  readonly dialect: DialectTable;
  readonly writtenIn: Dialect;
  /** The other inputs by the quoted names under which they can be joined. */
  readonly inputs: readonly { readonly input: RecipeInput; readonly name: string }[];
  readonly refuse: (argument: string, reason: string) => never;
}

export interface Compiled {
  readonly sql: string;
  readonly table: Table;
}

export const refusing =
  (operation: StepProblem['place']['operation'], directive: string) =>
  (argument: string, reason: string): never => {
    throw new StepProblem({ operation, directive, argument }, reason);
  };

/** Text that the sandbox refuses is a wrong argument of the step. */
export function withRefusal<Result>(refuse: Step<unknown>['refuse'], argument: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SandboxRefusal)) throw error;
    return refuse(argument, `${error.message} (at character ${error.at + 1}).`);
  }
}

type Asking = Pick<Step<unknown>, 'table' | 'dialect' | 'refuse'>;

const byName = new WeakMap<readonly Column[], ReadonlyMap<string, Column>>();

/** Asked for each of the columns a step names, which may be all of a wide table. */
function exactColumn(columns: readonly Column[], name: string): Column | undefined {
  const known = byName.get(columns) ?? new Map(columns.map((column) => [column.name, column]));
  byName.set(columns, known);
  return known.get(name);
}

/** The column of that name, or a refusal with the names it may have meant. */
export function requireColumn(step: Asking, name: string, argument: string): Column {
  const { columns } = step.table;
  const column =
    exactColumn(columns, name) ?? (step.dialect.names.caseSensitive ? undefined : findColumn(columns, name));
  if (column) return column;
  const names = columns.map((one) => one.name);
  const near = nearNames(name, names).map((one) => JSON.stringify(one));
  const shown = names.slice(0, 10).map((one) => JSON.stringify(one));
  const hint =
    near.length > 0
      ? `Did you mean ${near.join(' or ')}?`
      : `At this step there are ${shown.join(', ')}${names.length > 10 ? ` and ${names.length - 10} more` : ''}.`;
  return step.refuse(argument, `there is no column ${JSON.stringify(name)}. ${hint}`);
}

export function requireType(
  step: Asking,
  column: Column,
  types: readonly Column['type'][],
  argument: string,
  purpose: string,
): void {
  if (types.includes(column.type) || column.type === 'other') return;
  step.refuse(
    argument,
    `${purpose} needs a column of type ${types.join(' or ')}, and ${JSON.stringify(column.name)} is ${column.type}. ` +
      'Choose another column, or compute one with CAST first.',
  );
}

/** Columns with new ones behind them; refuses a name that is taken or that the engine could not keep. */
export function withColumns(
  step: Asking,
  columns: readonly Column[],
  added: readonly { readonly column: Column; readonly argument: string }[],
): readonly Column[] {
  const fold = (name: string) => (step.dialect.names.caseSensitive ? name : name.toLowerCase());
  const taken = new Set(columns.map(({ name }) => fold(name)));
  for (const { column, argument } of added) {
    const reason = unwritable(column.name);
    const shown = JSON.stringify(column.name);
    if (column.name === '' || reason !== undefined)
      step.refuse(argument, `${shown} cannot be a name: ${reason ?? 'it is empty'}`);
    const refuse = (problem: string) => step.refuse(argument, problem);
    if (taken.has(fold(column.name)))
      refuse(`there is a column ${shown} already. Choose another name, or drop or rename that one first.`);
    const bytes = Buffer.byteLength(column.name);
    const most = step.dialect.names.mostBytes;
    if (bytes > most)
      refuse(`the name ${shown} is ${bytes} bytes long and ${step.dialect.name} keeps ${most}. Choose a shorter one.`);
    taken.add(fold(column.name));
  }
  return [...columns, ...added.map(({ column }) => column)];
}

export const quoter = (dialect: DialectTable) => (name: string) => quoteName(dialect, name);

/** The names of columns as a list of SQL. */
export const columnList = (dialect: DialectTable, columns: readonly Column[]): string =>
  columns.map(({ name }) => quoteName(dialect, name)).join(', ');

/** A column as a key to sort by, the same way in every engine. */
export function ascending(dialect: DialectTable, { name, type }: Column): string {
  const quoted = quoteName(dialect, name);
  return `${type === 'string' ? fill(dialect.text, quoted) : quoted} ASC NULLS LAST`;
}

const takenNames = new WeakMap<readonly Column[], ReadonlySet<string>>();

/** A name no column has, for what a step needs only inside itself. */
export function unusedName(columns: readonly Column[], preferred: string): string {
  const taken = takenNames.get(columns) ?? new Set(columns.map(({ name }) => name.toLowerCase()));
  // Asked again for each of many columns.
  takenNames.set(columns, taken);
  let name = preferred;
  while (taken.has(name)) name = `_${name}`;
  return name;
}

/** Where in a recipe something is wrong. */
interface StepPlace {
  /** The index of the operation, or what is not an operation. */
  readonly operation: number | 'sampling' | 'downsampling' | 'sql';
  readonly directive: string;
  /** The argument, with dots for nested ones: `conditions.0.column`; empty when it is none of them by itself. */
  readonly argument: string;
}

/** A step that cannot be compiled: which, what is wrong with which argument, and what to do. */
export class StepProblem extends Problem {
  readonly place: StepPlace;

  constructor(place: StepPlace, reason: string) {
    const { operation, directive, argument } = place;
    const isOperation = typeof operation === 'number';
    const step = isOperation ? `Operation ${operation} (${directive})` : `The ${operation} (${directive})`;
    const at = isOperation ? `operations.${operation}` : operation;
    const field = argument === '' ? at : `${at}.arguments.${argument}`;
    super(422, 'recipes.step_refused', `${step} cannot be done: ${reason}`, {
      fields: { [field]: reason },
      extra: isOperation ? { failedOperationsIndex: operation } : {},
    });
    this.place = place;
  }
}
