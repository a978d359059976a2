import { Group } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { Partitioning } from '../../../api/projects.ts';
import { ChartNumbers } from '../../../parts/chart/chart.tsx';
import { type Bar, dateText, type Lane, lanesOf, placed, rangeOf, ticks } from './scale.ts';

const LANE = 30;
const BAR = 16;
const LEFT = 84;
const AXIS = 24;

const kinds: readonly { readonly kind: Bar['kind']; readonly name: string }[] = [
  { kind: 'training', name: 'learns from' },
  { kind: 'gap', name: 'gap' },
  { kind: 'validation', name: 'judged on' },
  { kind: 'holdout', name: 'holdout' },
];

/** How the past is shared out: a lane for each backtest, and one for the holdout. */
export function BacktestTimeline({ plan }: { plan: Partitioning }) {
  const { ref, width } = useElementSize();
  const lanes = lanesOf(plan);
  const range = rangeOf(lanes);
  const right = Math.max(LEFT + 60, width - 8);
  const place = placed(range, LEFT, right);
  const height = lanes.length * LANE + AXIS;
  const marks = ticks(range, width < 520 ? 2 : 4);
  const used = kinds.filter(({ kind }) => lanes.some(({ bars }) => bars.some((bar) => bar.kind === kind)));
  return (
    <div>
      <div ref={ref} className="timeline">
        {width > 0 && (
          <svg width={width} height={height} role="img" aria-label="Timeline of backtests and holdout">
            <Hatching />
            {lanes.map((lane, index) => (
              <DrawnLane key={lane.name} lane={lane} top={index * LANE} place={place} />
            ))}
            <line className="axis" x1={LEFT} x2={right} y1={height - AXIS + 2} y2={height - AXIS + 2} />
            {marks.map((at, index) => (
              <text
                key={at}
                x={place(at)}
                y={height - 6}
                textAnchor={index === 0 ? 'start' : index === marks.length - 1 ? 'end' : 'middle'}
              >
                {dateText(at, range)}
              </text>
            ))}
          </svg>
        )}
      </div>
      <Group gap="md" mt="xs">
        {used.map(({ kind, name }) => (
          <span key={kind} className="timeline-key">
            <svg width="14" height="10" aria-hidden="true">
              <rect width="14" height="10" rx="2" className={kind} />
            </svg>
            {name}
          </span>
        ))}
      </Group>
      <ChartNumbers
        label="Timeline of backtests and holdout"
        columns={['Part', 'What', 'From', 'To']}
        rows={lanes.flatMap(({ name, bars }) =>
          bars.map((bar) => [name, bar.kind, dateText(bar.from, range), dateText(bar.to, range)]),
        )}
      />
    </div>
  );
}

function DrawnLane({ lane, top, place }: { lane: Lane; top: number; place: (value: number) => number }) {
  return (
    <g>
      <text x={0} y={top + LANE / 2 + 4} className="strong">
        {lane.name}
      </text>
      {lane.bars.map(({ kind, from, to }) => (
        <rect
          key={kind}
          className={kind}
          x={place(from)}
          y={top + (LANE - BAR) / 2}
          width={Math.max(2, place(to) - place(from))}
          height={BAR}
          rx={2}
        />
      ))}
    </g>
  );
}

function Hatching() {
  return (
    <defs>
      <pattern id="timeline-gap" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line y2="6" stroke="currentColor" strokeWidth="2" opacity="0.45" />
      </pattern>
    </defs>
  );
}
