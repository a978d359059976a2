const WIDTH = 84;
const HEIGHT = 22;
const MOST_BARS = 28;

/** The shape of a histogram, small enough for a row. The large one tells the numbers. */
export function MiniHistogram({ bars }: { bars: readonly { readonly count: number }[] }) {
  const shape = reduceBins(
    bars.map(({ count }) => count),
    MOST_BARS,
  );
  const most = Math.max(1, ...shape);
  const step = WIDTH / Math.max(1, shape.length);
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" focusable="false" className="mini-histogram">
      {shape.map((count, index) => {
        const height = count === 0 ? 0 : Math.max(1, (count / most) * HEIGHT);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={index}
            x={index * step}
            y={HEIGHT - height}
            width={Math.max(1, step - 1)}
            height={height}
          />
        );
      })}
    </svg>
  );
}

/** Neighbours are added up until few enough are left. */
export function reduceBins(counts: readonly number[], most: number): number[] {
  const size = Math.ceil(counts.length / most);
  if (size <= 1) return [...counts];
  const groups = Array.from({ length: Math.ceil(counts.length / size) }, (_, group) =>
    counts.slice(group * size, (group + 1) * size),
  );
  return groups.map((group) => group.reduce((sum, count) => sum + count, 0));
}
