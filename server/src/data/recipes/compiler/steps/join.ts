import { type Column, isNumeric, isTemporal } from '../../dialects/dialect.ts';
import { quoteName } from '../../dialects/quoting.ts';
import type { ArgumentsOf } from '../../recipe.operations.ts';
import type { RecipeInput } from '../recipe-input.ts';
import { type Compiled, requireColumn, type Step, withColumns } from '../step.ts';

type JoinArguments = ArgumentsOf<'join'>;

/** The input a join means, by what it says of the right side. */
export function joinedInput(inputs: readonly RecipeInput[], join: JoinArguments): RecipeInput | undefined {
  const secondary = [...inputs.slice(1), ...inputs.slice(0, 1)];
  return secondary.find((input) =>
    join.source === 'table'
      ? input.dataSourceId === join.rightDataSourceId
      : input.datasetId === join.rightDatasetId &&
        (!join.rightDatasetVersionId || input.datasetVersionId === join.rightDatasetVersionId),
  );
}

export function join(step: Step<JoinArguments>): Compiled {
  const { joinType, leftKeys, rightKeys, rightPrefix } = step.arguments;
  const { dialect } = step;
  const input = joinedInput(
    step.inputs.map((one) => one.input),
    step.arguments,
  );
  const right = step.inputs.find((one) => one.input === input);
  if (right === undefined) return noSuchInput(step);
  const rightStep = { ...step, table: { columns: right.input.columns, order: 'input' as const } };
  const pairs = (leftKeys ?? []).map((name, i) => {
    const left = requireColumn(step, name, `leftKeys.${i}`);
    const other = requireColumn(rightStep, rightKeys?.[i] ?? '', `rightKeys.${i}`);
    if (!alike(left, other))
      step.refuse(
        `rightKeys.${i}`,
        `${JSON.stringify(left.name)} is ${left.type} and ${JSON.stringify(other.name)} of ${right.input.alias} is ${other.type}. Join columns of one type.`,
      );
    return { left, other };
  });
  const prefix = rightPrefix ?? '';
  // Without a prefix, a key of the same name on both sides is one column.
  const shared = new Set(
    prefix === '' ? pairs.filter(({ left, other }) => left.name === other.name).map(({ other }) => other.name) : [],
  );
  const taken = right.input.columns.filter(({ name }) => !shared.has(name));
  const columns = withColumns(
    step,
    step.table.columns,
    taken.map(({ name, type }) => ({ column: { name: prefix + name, type }, argument: 'rightPrefix' })),
  );
  const list = taken.map(({ name }) => {
    const own = `r.${quoteName(dialect, name)}`;
    return `${own} AS ${quoteName(dialect, prefix + name)}`;
  });
  const on = pairs.map(({ left, other }) => `l.${quoteName(dialect, left.name)} = r.${quoteName(dialect, other.name)}`);
  const verb = { inner: 'INNER JOIN', left: 'LEFT JOIN', cartesian: 'CROSS JOIN' }[joinType];
  const sql = [
    `SELECT ${['l.*', ...list].join(', ')}`,
    `FROM ${step.from} AS l`,
    `${verb} ${right.name} AS r${on.length > 0 ? ` ON ${on.join(' AND ')}` : ''}`,
  ].join('\n');
  return { sql, table: { columns, order: [] } };
}

function noSuchInput(step: Step<JoinArguments>): never {
  const { source, rightDataSourceId, rightDatasetId } = step.arguments;
  const argument = source === 'table' ? 'rightDataSourceId' : 'rightDatasetId';
  const id = source === 'table' ? rightDataSourceId : rightDatasetId;
  return step.refuse(argument, `the ${source} ${id} is not an input of this recipe. Add it with PUT inputs/ first.`);
}

function alike(a: Column, b: Column): boolean {
  if (a.type === 'other' || b.type === 'other' || a.type === b.type) return true;
  return (isNumeric(a.type) && isNumeric(b.type)) || (isTemporal(a.type) && isTemporal(b.type));
}
