import { readBinned } from '@almanac/engine';
import type { BundleTarget, DeploymentRow } from '#deployments';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { PREDICTED_LABEL } from '#projects';
import type { AccuracySum } from '../actuals/accuracy-sum.ts';
import { addedChances, decisionsOf } from '../actuals/class-sum.ts';
import { readSum } from '../actuals/sum-file.ts';
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

/** Classes with their sums; a class without rows is not there. */
export type SumsByClass = ReadonlyMap<string, ClassSums>;

/**
 * What is known of the values of a protected feature, added up in groups of hours (or of batches) as it is read: the
 * memory it takes is that of the groups. `groupOf`: the number of a group, -1 for what belongs to none.
 */
export async function sumClasses(
  { db }: Pick<Platform, 'db'>,
  question: FairnessQuestion,
  favoured: number,
  groups: { readonly count: number; groupOf(hour: Date): number },
): Promise<{ readonly whole: SumsByClass; readonly groups: readonly SumsByClass[] }> {
  const whole = new Map<string, ClassSums>();
  const inGroup = Array.from({ length: groups.count }, () => new Map<string, ClassSums>());
  const add = ({ value, hour }: { readonly value: string; readonly hour: Date }, to: (sums: ClassSums) => void) => {
    to(sumsOf(whole, value));
    const group = inGroup[groups.groupOf(hour)];
    if (group !== undefined) to(sumsOf(group, value));
  };
  await db.transaction(async (tx) => {
    const placeOf = labelPlaces(tx, question.organizationId);
    for await (const some of classProfiles(tx, question)) {
      for (const kept of some) {
        const place = await placeOf(kept.packageId);
        // Only the column of labels is read.
        const counts = readBinned(kept.bytes, [place])[0]?.counts ?? [];
        add(kept, (to) => {
          to.favoured += counts[favoured] ?? 0;
          to.others += counts[1 - favoured] ?? 0;
        });
      }
    }
    for await (const some of classActuals(tx, question)) {
      for (const kept of some) {
        const sum = readSum(kept.bytes);
        add(kept, (to) => addActuals(to, sum, favoured));
      }
    }
  });
  return { whole, groups: inGroup };
}

function sumsOf(classes: Map<string, ClassSums>, value: string): ClassSums {
  const known = classes.get(value) ?? noRows();
  classes.set(value, known);
  return known;
}

/** Where a version's profiles hold its labels; each is looked up once. */
function labelPlaces(tx: Tx, organizationId: string): (packageId: string) => Promise<number> {
  const known = new Map<string, number>();
  return async (packageId) => {
    const place = known.get(packageId);
    if (place !== undefined) return place;
    const layout = (await layoutStore(tx).of(organizationId, [packageId])).get(packageId);
    const found = layout === undefined ? -1 : labelPlace(layout);
    known.set(packageId, found);
    return found;
  };
}

const labelPlace = (layout: Layout): number => layout.findIndex(({ name }) => name === PREDICTED_LABEL);

function addActuals(to: ClassSums, sum: AccuracySum, favoured: number): void {
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
