import { BinnedLook, type Divergence, divergence } from '@almanac/engine';
import { columnNamed, type KeptProfiles, mergedColumns, placesIn } from '../profiles/read-profiles.ts';
import type { AskedModel } from './asked-model.ts';
import { type KnownReference, knownReference, LEAST_FOR_SCORE, rowsOf, scoreColumn } from './drift.rules.ts';

/** A feature, with all that is the same for every batch. */
interface Asked {
  readonly name: string;
  readonly head: string;
  readonly tail: string;
  readonly reference: KnownReference | null;
  /** Room for the shares of a batch. */
  readonly shares: Float64Array;
}

const json = (value: unknown): string => JSON.stringify(value) ?? 'null';

/**
 * Scores of features, written as JSON: thousands make one answer, so most of it is written once a feature or batch, and
 * the profile of a batch is looked at as it lies there.
 */
export class WrittenScores {
  readonly #metric: Divergence;
  readonly #asked: AskedModel | undefined;
  readonly #kept: KeptProfiles;
  readonly #features: readonly Asked[];
  readonly #places = new Map<string, readonly number[]>();
  readonly #look = new BinnedLook();

  constructor(
    metric: Divergence,
    asked: AskedModel | undefined,
    names: readonly string[],
    impacts: ReadonlyMap<string, number | null>,
    kept: KeptProfiles,
  ) {
    this.#metric = metric;
    this.#asked = asked;
    this.#kept = kept;
    this.#features = names.map((name) => {
      const column = asked && columnNamed(asked.layout, name);
      const reference = column ? knownReference(column) : null;
      const baseline = reference === null ? null : rowsOf(reference.profile);
      return {
        name,
        head: `"featureName":${json(name)},"featureImpact":${json(impacts.get(name) ?? null)},"driftScore":`,
        tail: `,"baselineSampleSize":${baseline}}`,
        reference,
        shares: new Float64Array(reference?.shares.length ?? 0),
      };
    });
  }

  /** One object a feature, each beginning with `lead`. */
  of(rows: KeptProfiles['rows'], lead: string): string {
    const [only, ...more] = rows;
    if (only === undefined || more.length > 0) return this.#merged(rows, lead);
    const places = this.#placesIn(only.package_id);
    this.#look.open(only.profiles);
    let written = '';
    for (let at = 0; at < this.#features.length; at += 1) {
      const feature = this.#features[at] as Asked;
      const score = this.#score(feature, places[at] as number);
      written += `${at === 0 ? '' : ','}{${lead}${feature.head}${score},"sampleSize":${this.#look.rows}${feature.tail}`;
    }
    return written;
  }

  #score({ reference, shares }: Asked, place: number): number | null {
    const look = this.#look;
    look.shares(place, reference?.profile.kind ?? 'numbers', shares);
    if (reference === null || !look.isTold || look.rows < LEAST_FOR_SCORE) return null;
    const score = divergence(this.#metric, reference.shares, shares);
    return Number.isFinite(score) ? score : null;
  }

  /** Several versions of the model answered in the batch, or none. */
  #merged(rows: KeptProfiles['rows'], lead: string): string {
    const names = this.#features.map(({ name }) => name);
    const recent = mergedColumns(this.#kept, rows, names);
    return this.#features
      .map(({ name, head, tail }, at) => {
        const column = this.#asked && columnNamed(this.#asked.layout, name);
        const { driftScore, sampleSize } = scoreColumn(this.#metric, column, recent[at] ?? null);
        return `{${lead}${head}${json(driftScore)},"sampleSize":${sampleSize}${tail}`;
      })
      .join(',');
  }

  #placesIn(packageId: string): readonly number[] {
    const names = this.#features.map(({ name }) => name);
    const known = this.#places.get(packageId) ?? placesIn(this.#kept.layouts.get(packageId) ?? [], names);
    this.#places.set(packageId, known);
    return known;
  }
}
