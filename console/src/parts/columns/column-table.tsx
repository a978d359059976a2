import { Badge, Group, Text, UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import { share, whole } from '../format-number.ts';
import { type BigColumn, BigTable } from '../table/big-table.tsx';
import type { Column } from './column.ts';
import { MiniHistogram } from './mini-histogram.tsx';
import { rank, statistic } from './statistic.ts';

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
