import { Badge, Box, Group, SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import { type BigColumn, BigTable } from '../big-table.tsx';
import { share, whole } from '../format.ts';
import { Histogram } from '../histogram.tsx';
import { Panel } from '../panel.tsx';
import { Dimmed } from '../text.tsx';
import { type Column, columnDetails, rank, statistic } from './column.ts';

interface ColumnTableProps<Item extends Column> {
  readonly label: string;
  readonly columns: readonly Item[];
  readonly rowCount: number;
  /** The name of the one that is shown in detail. */
  readonly chosen: string | undefined;
  readonly onChoose: (name: string) => void;
  /** A word of warning about a column. */
  readonly remark?: (column: Item) => string | undefined;
}

/** Every column of a table with its figures. Choosing one shows it in detail elsewhere. */
export function ColumnTable<Item extends Column>(props: ColumnTableProps<Item>) {
  const { label, columns, rowCount, chosen, onChoose, remark } = props;
  const headings = useMemo(
    (): readonly BigColumn<Item>[] => [
      {
        name: 'Feature',
        by: ({ name }) => name,
        cell: (column) => (
          <Group gap={8} wrap="nowrap">
            <UnstyledButton
              className="row-link"
              fz="sm"
              aria-pressed={column.name === chosen}
              data-chosen={column.name === chosen}
              onClick={() => onChoose(column.name)}
            >
              {column.name}
            </UnstyledButton>
            {remark?.(column) && (
              <Badge size="sm" color="gray" flex="none" miw="max-content">
                {remark(column)}
              </Badge>
            )}
          </Group>
        ),
      },
      { name: 'Type', by: ({ featureType }) => featureType, cell: ({ featureType }) => featureType },
      ...(columns.some(({ plot }) => plot) ? [shape] : []),
      {
        name: 'Missing',
        numeric: true,
        by: ({ naCount }) => naCount,
        cell: ({ naCount }) =>
          naCount === 0 ? (
            '0'
          ) : (
            <Text span size="sm" title={`${whole(naCount)} rows`}>
              {share(rowCount === 0 ? 0 : naCount / rowCount)}
            </Text>
          ),
      },
      { name: 'Unique', numeric: true, by: ({ uniqueCount }) => uniqueCount, cell: (one) => whole(one.uniqueCount) },
      ...figures.map(
        ([name, read]): BigColumn<Item> => ({
          name,
          numeric: true,
          by: (column) => rank(read(column)),
          cell: (column) => <span className="data-cell">{statistic(read(column))}</span>,
        }),
      ),
    ],
    [chosen, columns, onChoose, remark, rowCount],
  );
  return <BigTable label={label} rows={columns} columns={headings} idOf={({ name }) => name} height={520} />;
}

const shape = {
  name: 'Shape',
  width: 110,
  cell: ({ plot }: Column) => (plot && plot.length > 0 ? <MiniHistogram bars={plot} /> : null),
};

const figures = [
  ['Mean', ({ mean }: Column) => mean],
  ['Std dev', ({ stdDev }: Column) => stdDev],
  ['Min', ({ min }: Column) => min],
  ['Median', ({ median }: Column) => median],
  ['Max', ({ max }: Column) => max],
] as const;

interface ColumnPictureProps {
  readonly column: Column;
  readonly rowCount: number;
  readonly bars: readonly { readonly label: string; readonly count: number }[];
  readonly intro?: string | undefined;
}

/** One column in detail: its histogram, and its figures beside it. */
export function ColumnPicture({ column, rowCount, bars, intro }: ColumnPictureProps) {
  return (
    <Panel title={column.name} intro={intro}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" className="column-picture">
        {bars.length > 0 ? (
          <Histogram label={`Histogram of ${column.name}`} bars={bars} />
        ) : (
          <Dimmed>There is no histogram of a column without values.</Dimmed>
        )}
        <Box component="dl" className="fact-list">
          {columnDetails(column, rowCount).map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="number">{value}</dd>
            </div>
          ))}
        </Box>
      </SimpleGrid>
    </Panel>
  );
}

const WIDTH = 84;
const HEIGHT = 22;
const MOST_BARS = 28;

/** The shape of a histogram, small enough for a row. The large one tells the numbers. */
function MiniHistogram({ bars }: { bars: readonly { readonly count: number }[] }) {
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
