type Rows = Readonly<Record<string, { readonly training: number; readonly validation: number }>>;

/** Fewer rows than these say little. */
const FEW = { training: 50, validation: 10 };

/** A sentence about every part that has few rows to learn from or to judge; the holdout has no number. */
export function warningsOf(rows: Rows | undefined) {
  return Object.entries(rows ?? {}).flatMap(([name, counts]) =>
    (['training', 'validation'] as const)
      .filter((kind) => counts[kind] < FEW[kind])
      .map((kind) => ({
        backtestIndex: name === 'holdout' ? null : Number(name.slice(name.indexOf('_') + 1)),
        partition: kind === 'validation' && name === 'holdout' ? 'holdout' : kind,
        warnings: [sentence(kind, counts[kind])],
      })),
  );
}

const sentence = (kind: keyof typeof FEW, rows: number): string =>
  kind === 'training'
    ? `Only ${rows} rows to learn from. Use fewer backtests, or shorter ones.`
    : `Only ${rows} rows to judge by: scores will say little. Use a longer validationDuration.`;
