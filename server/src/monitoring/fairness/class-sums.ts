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
  add(to: ClassSums): void;
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
  return [
    ...profiles.map(({ value, hour, packageId, bytes }) => ({
      value,
      hour,
      add: (to: ClassSums) => addAnswers(to, layouts.get(packageId) ?? [], bytes, favoured),
    })),
    ...actuals.map(({ value, hour, bytes }) => ({
      value,
      hour,
      add: (to: ClassSums) => addActuals(to, bytes, favoured),
    })),
  ];
}

function addAnswers(to: ClassSums, layout: Layout, bytes: Buffer, favoured: number): void {
  const place = layout.findIndex(({ name }) => name === PREDICTED_LABEL);
  const counts = readBinned(bytes)[place]?.counts ?? [];
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
  for (const { value, add } of hours) {
    const sums = classes.get(value) ?? noRows();
    classes.set(value, sums);
    add(sums);
  }
  return classes;
}
