export interface Contribution {
  readonly feature: string;
  readonly featureValue: string | number;
  readonly strength: number;
}

export interface Explanation extends Contribution {
  readonly label: string | number;
  readonly qualitativeStrength: string;
}

/** The strongest ones first, with a sign and one to three marks by their share of the whole. */
export function strongestOf(all: readonly Contribution[], most: number, label: string | number): Explanation[] {
  const whole = all.reduce((sum, { strength }) => sum + Math.abs(strength), 0);
  return [...all]
    .filter(({ strength }) => strength !== 0)
    .sort((a, b) => Math.abs(b.strength) - Math.abs(a.strength) || (a.feature < b.feature ? -1 : 1))
    .slice(0, most)
    .map((one) => ({ ...one, label, qualitativeStrength: marks(one.strength, whole) }));
}

function marks(strength: number, whole: number): string {
  const share = whole > 0 ? Math.abs(strength) / whole : 0;
  return (strength < 0 ? '-' : '+').repeat(share > 0.45 ? 3 : share > 0.15 ? 2 : 1);
}

export interface Thresholds {
  readonly low: number | null;
  readonly high: number | null;
}

/** Explanations may be asked for high and low predictions only. */
export const isExplained = (value: number, { low, high }: Thresholds): boolean =>
  (low === null && high === null) || (low !== null && value <= low) || (high !== null && value >= high);

export interface WhichClasses {
  readonly names: readonly string[] | null;
  readonly top: number;
}

/** The classes to explain, by number: those that are named, else the likeliest ones. */
export function classesToExplain(
  chances: ArrayLike<number>,
  classes: readonly string[],
  which: WhichClasses,
): number[] {
  if (which.names !== null) return which.names.map((name) => classes.indexOf(name)).filter((at) => at >= 0);
  return classes
    .map((_, at) => at)
    .sort((a, b) => (chances[b] as number) - (chances[a] as number))
    .slice(0, which.top);
}
