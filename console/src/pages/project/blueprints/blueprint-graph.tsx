import { Box, SimpleGrid, Text } from '@mantine/core';
import type { Graph, ModelStep } from '../../../api/models.ts';
import { layout, lines } from './graph-layout.ts';

const WIDTH = 150;
const HEIGHT = 68;
const GAP = 28;
const LETTERS = 21;
const MOST_LINES = 3;

/** The steps from the data to the prediction. */
export function BlueprintGraph({ label, graph }: { label: string; graph: Graph }) {
  const placed = layout(graph);
  const columns = Math.max(...placed.map(({ depth }) => depth)) + 1;
  const lanes = Math.max(...placed.map(({ lane }) => lane)) + 1;
  const left = (depth: number) => 1 + depth * (WIDTH + GAP);
  const top = (lane: number) => 1 + lane * (HEIGHT + 20);
  const at = new Map(placed.map((node) => [node.id, node]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="scroll-sideways" aria-label={label} tabIndex={0}>
      <svg
        width={left(columns - 1) + WIDTH + 2}
        height={top(lanes - 1) + HEIGHT + 2}
        role="img"
        aria-label={`${label}: ${placed.map((node) => node.label).join(', then ')}`}
      >
        <defs>
          <marker id="graph-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 8 4 0 8z" fill="var(--mantine-color-dimmed)" />
          </marker>
        </defs>
        {graph.edges.map(([from, to]) => {
          const [a, b] = [at.get(from), at.get(to)];
          if (a === undefined || b === undefined) return null;
          const [x1, y1] = [left(a.depth) + WIDTH, top(a.lane) + HEIGHT / 2];
          const [x2, y2] = [left(b.depth) - 2, top(b.lane) + HEIGHT / 2];
          const bend = (x1 + x2) / 2;
          return (
            <path
              key={`${from} ${to}`}
              className="graph-edge"
              d={`M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`}
              markerEnd="url(#graph-arrow)"
            />
          );
        })}
        {placed.map((node) => (
          <Node
            key={node.id}
            label={node.label}
            left={left(node.depth)}
            top={top(node.lane)}
            ends={node.depth === 0 || node.depth === columns - 1}
          />
        ))}
      </svg>
    </section>
  );
}

function Node({ label, left, top, ends }: { label: string; left: number; top: number; ends: boolean }) {
  const all = lines(label, LETTERS);
  const shown = all.slice(0, MOST_LINES);
  const first = top + HEIGHT / 2 - ((shown.length - 1) * 15) / 2 + 4;
  return (
    <g className={ends ? 'graph-node ends' : 'graph-node'}>
      <title>{label}</title>
      <rect x={left} y={top} width={WIDTH} height={HEIGHT} rx={8} />
      <text textAnchor="middle">
        {shown.map((line, index) => (
          <tspan key={line} x={left + WIDTH / 2} y={first + index * 15}>
            {index === MOST_LINES - 1 && all.length > MOST_LINES ? `${line} …` : line}
          </tspan>
        ))}
      </text>
    </g>
  );
}

/** The parameters of each step. */
export function StepDetails({ steps }: { steps: readonly ModelStep[] }) {
  const told = steps.filter(({ parameters }) => parameters.length > 0);
  if (told.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} mt="md">
      {told.map(({ title, parameters }) => (
        <div key={title}>
          <Text size="sm" fw={600}>
            {`Parameters of ${title}`}
          </Text>
          <Box component="dl" className="fact-list">
            {parameters.map(({ name, description }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="number">{description}</dd>
              </div>
            ))}
          </Box>
        </div>
      ))}
    </SimpleGrid>
  );
}
