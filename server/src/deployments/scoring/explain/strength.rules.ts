import type { Asked, ClassReasons, Reason } from '../scored.ts';

export interface Contribution {
  readonly feature: string;
  readonly value: string | number | null;
  readonly strength: number;
}

/** The strongest ones first; marks are told for XEMP only. What is left out is told as one sum. */
export function strongest(
  all: readonly Contribution[],
  most: number,
  algorithm: Asked['algorithm'],
): Pick<ClassReasons, 'reasons' | 'remaining'> {
  const sorted = [...all].sort(
    (a, b) => Math.abs(b.strength) - Math.abs(a.strength) || (a.feature < b.feature ? -1 : 1),
  );
  const greatest = Math.abs(sorted[0]?.strength ?? 0);
  // What adds nothing explains nothing; where all is asked for, everything is told.
  const told = sorted.slice(0, most).filter(({ strength }) => strength !== 0 || algorithm === 'shap');
  return {
    reasons: told.map(
      (one): Reason => ({ ...one, marks: algorithm === 'shap' ? null : marksOf(one.strength, greatest) }),
    ),
    remaining: sorted.slice(told.length).reduce((sum, { strength }) => sum + strength, 0),
  };
}

/** By the share of the row's greatest strength. */
export function marksOf(strength: number, greatest: number): string {
  const sign = strength < 0 ? '-' : '+';
  const share = greatest > 0 ? Math.abs(strength) / greatest : 0;
  if (share > 0.75) return sign.repeat(3);
  if (share > 0.25) return sign.repeat(2);
  return share > 0.001 ? sign : `<${sign}`;
}

/** Explanations may be asked for high and low predictions only. */
export const isExplained = (value: number, { low, high }: Pick<Asked, 'low' | 'high'>): boolean =>
  (low === null && high === null) || (low !== null && value < low) || (high !== null && value > high);

/** The classes to explain, by number: those that are named, else the likeliest ones. */
export function classesToExplain(
  chances: ArrayLike<number>,
  classes: readonly string[],
  { classNames, topClasses }: Pick<Asked, 'classNames' | 'topClasses'>,
): number[] {
  if (classNames !== null) return classNames.map((name) => classes.indexOf(name)).filter((at) => at >= 0);
  return classes
    .map((_, at) => at)
    .sort((a, b) => (chances[b] as number) - (chances[a] as number) || a - b)
    .slice(0, topClasses);
}
