import { buffer } from 'node:stream/consumers';
import { type ColumnProfile, readProfiles } from '@almanac/engine';
import type { ModelPackageRow } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { layoutFrom } from '../profiles/layout.ts';

/** What really happened in the rows a model learned from. */
export interface TargetBaseline {
  readonly rows: number;
  /** Of numbers. */
  readonly mean: number | null;
  /** Rows by class, in the order of the target. */
  readonly counts: readonly number[];
}

const MOST_HELD = 1000;
/** Versions never change. */
const held = new Map<string, TargetBaseline | null>();

/** Null for models that were trained elsewhere, and for references without their target. */
export async function targetBaseline(
  { blobs }: Pick<Platform, 'blobs'>,
  model: ModelPackageRow,
): Promise<TargetBaseline | null> {
  const known = held.get(model.id);
  if (known !== undefined) return known;
  const made = model.bundle === null ? null : profiled(model, await read(blobs, model.bundle.referenceKey));
  if (held.size >= MOST_HELD) held.clear();
  held.set(model.id, made);
  return made;
}

const read = async (blobs: Platform['blobs'], key: string) => readProfiles(await buffer(await blobs.read(key)));

function profiled({ target }: ModelPackageRow, columns: readonly ColumnProfile[]): TargetBaseline | null {
  const [column] = layoutFrom(columns.filter(({ column: name }) => name === target.name));
  const reference = column?.reference;
  if (!column || !reference) return null;
  const { count: rows, mean, counts } = reference;
  if (target.type === 'Regression') return { rows, mean, counts: [] };
  if (column.kind === 'numbers') return { rows, mean: null, counts: countsByMean(target.classes, rows, mean) };
  return { rows, mean: null, counts: target.classes.map((name) => counts[column.levels.indexOf(name)] ?? 0) };
}

/** Two classes that are written as numbers: their mean tells how many are of each. Of more it does not. */
function countsByMean(classes: readonly string[], rows: number, mean: number): number[] {
  const [low = Number.NaN, high = Number.NaN] = classes.map(Number);
  if (classes.length !== 2 || !Number.isFinite(high - low)) return [];
  const second = Math.round((rows * (mean - low)) / (high - low));
  return [rows - second, second];
}
