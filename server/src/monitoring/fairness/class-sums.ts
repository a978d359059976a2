import { readBinned } from '@almanac/engine';
import type { BundleTarget, DeploymentRow } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { PREDICTED_LABEL } from '#projects';
import { addedChances, decisionsOf } from '../accuracy/class-sum.ts';
import { readSum } from '../accuracy/sum-file.ts';
import { layoutStore } from '../profiles/layout.store.ts';
import type { Layout } from '../profiles/layout.ts';
import { type ClassSums, noRows } from './fairness.rules.ts';
import { classActuals, classProfiles, type FairnessQuestion } from './fairness.store.ts';

type Protected = NonNullable<DeploymentRow['settings']['biasAndFairness']>;

/** The number of the favourable class: as it is called, or by whether it is the positive one. */
export function favourable({ classes }: BundleTarget, { preferableTargetValue: said }: Protected): number {
  const named = classes.findIndex((label) => label.toLowerCase() === String(said).toLowerCase());
  return named >= 0 ? named : Number(said !== false);
}

/** Some of what is kept, with the hour it is of. */
export interface HourOfClass {
  readonly value: string;
  readonly hour: Date;
  readonly sums: ClassSums;
}

/** Everything known of the values of a protected feature, hour by hour or batch by batch. */
export async function hoursOfClasses(
  { db }: Pick<Platform, 'db'>,
  question: FairnessQuestion,
  favoured: number,
): Promise<HourOfClass[]> {
  const profiles = await classProfiles(db.queries, question);
  const packages = [...new Set(profiles.map(({ packageId }) => packageId))];
  const layouts = await layoutStore(db.queries).of(question.organizationId, packages);
  const actuals = await classActuals(db.queries, question);
  // Read once, and only the column of labels: buckets and the whole are added up from the same few numbers.
  const places = new Map([...layouts].map(([id, layout]) => [id, labelPlace(layout)]));
  const counted = ({ value, hour }: { value: string; hour: Date }, add: (to: ClassSums) => void): HourOfClass => {
    const sums = noRows();
    add(sums);
    return { value, hour, sums };
  };
  return [
    ...profiles.map((kept) =>
      counted(kept, (to) => addAnswers(to, places.get(kept.packageId) ?? -1, kept.bytes, favoured)),
    ),
    ...actuals.map((kept) => counted(kept, (to) => addActuals(to, kept.bytes, favoured))),
  ];
}

const labelPlace = (layout: Layout): number => layout.findIndex(({ name }) => name === PREDICTED_LABEL);

function addAnswers(to: ClassSums, place: number, bytes: Buffer, favoured: number): void {
  const counts = readBinned(bytes, [place])[0]?.counts ?? [];
  to.favoured += counts[favoured] ?? 0;
  to.others += counts[1 - favoured] ?? 0;
}

function addActuals(to: ClassSums, bytes: Buffer, favoured: number): void {
  const sum = readSum(bytes);
  const of = decisionsOf(sum);
  const other = 1 - favoured;
  to.actual.FF += of(favoured, favoured);
  to.actual.FO += of(favoured, other);
  to.actual.OF += of(other, favoured);
  to.actual.OO += of(other, other);
  const chances = addedChances(sum);
  // What is kept are chances of the second class.
  const [F, O] =
    favoured === 1 ? [chances[1], chances[0]] : [of(0, 0) + of(0, 1) - chances[0], of(1, 0) + of(1, 1) - chances[1]];
  to.chances.F += F;
  to.chances.O += O;
}

/** Class by class; a class without rows is not there. */
export function sumsByClass(hours: readonly HourOfClass[]): ReadonlyMap<string, ClassSums> {
  const classes = new Map<string, ClassSums>();
  for (const { value, sums: of } of hours) {
    const sums = classes.get(value) ?? noRows();
    classes.set(value, sums);
    sums.favoured += of.favoured;
    sums.others += of.others;
    for (const key of ['FF', 'FO', 'OF', 'OO'] as const) sums.actual[key] += of.actual[key];
    for (const key of ['F', 'O'] as const) sums.chances[key] += of.chances[key];
  }
  return classes;
}
