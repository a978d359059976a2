import { Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../api/call-query.ts';
import { featureCalls, type Place } from '../../api/datasets.ts';
import { Answer } from '../../parts/answer.tsx';
import { whole } from '../../parts/format-number.ts';
import { RowsTable } from '../../parts/rows-table.tsx';

export function DatasetRows({ place }: { place: Place }) {
  const rows = useQuery(callQuery(featureCalls.rows(place)));
  return (
    <Paper withBorder>
      <Answer of={rows} what="the rows">
        {({ data, resultSchema, rowCount }) => (
          <>
            <Text size="sm" c="dimmed" px="md" py="sm" className="number">
              {data.length < rowCount
                ? `The first ${whole(data.length)} of ${whole(rowCount)} rows. Download the dataset for all of them.`
                : `All ${whole(rowCount)} rows.`}
            </Text>
            <RowsTable label="Rows" columns={resultSchema} rows={data} />
          </>
        )}
      </Answer>
    </Paper>
  );
}
