import { Box, SimpleGrid, Text } from '@mantine/core';
import { Histogram } from '../histogram.tsx';
import { Panel } from '../panel.tsx';
import type { Column } from './column.ts';
import { columnDetails } from './column-details.ts';

interface ColumnPictureProps {
  readonly column: Column;
  readonly rowCount: number;
  readonly bars: readonly { readonly label: string; readonly count: number }[];
  readonly intro?: string;
}

/** One column in detail: its histogram, and its figures beside it. */
export function ColumnPicture({ column, rowCount, bars, intro }: ColumnPictureProps) {
  return (
    <Panel title={column.name} {...(intro ? { intro } : {})}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" className="column-picture">
        {bars.length > 0 ? (
          <Histogram label={`Histogram of ${column.name}`} bars={bars} />
        ) : (
          <Text size="sm" c="dimmed">
            There is no histogram of a column without values.
          </Text>
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
