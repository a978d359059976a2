import { Code, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphCalls } from '../../../api/access.ts';
import { callQuery } from '../../../api/call-query.ts';
import { Answer } from '../../../parts/answer.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PAGE_SIZE, Paging } from '../../../parts/paging.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { Timestamp } from '../../../parts/timestamp.tsx';
import { inWords } from './in-words.ts';

export function ChangesTab({ connectionId }: { connectionId: string }) {
  const [offset, setOffset] = useState(0);
  const changes = useQuery(callQuery(graphCalls.changes(connectionId, { offset, limit: PAGE_SIZE })));
  return (
    <Panel title="Changes" intro="What changed in what is held, newest first, and what made it known.">
      <Answer of={changes} what="the changes">
        {({ data, count, totalCount }) =>
          totalCount === 0 ? (
            <EmptyState icon="access" title="Nothing has changed yet">
              Changes at the provider are listed here as soon as they are read.
            </EmptyState>
          ) : (
            <>
              <DataTable label="Changes" columns={['When', 'What', 'About', 'Known by', 'Details']} minWidth={760}>
                {data.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td>
                      <Timestamp iso={one.at} />
                    </Table.Td>
                    <Table.Td>{inWords(one.kind)}</Table.Td>
                    <Table.Td className="fact">
                      <Code>{one.subjectId}</Code>
                    </Table.Td>
                    <Table.Td>{inWords(one.cause)}</Table.Td>
                    <Table.Td className="fact">
                      <Text size="xs" lineClamp={2}>
                        {Object.keys(one.details).length === 0 ? '' : JSON.stringify(one.details)}
                      </Text>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </DataTable>
              <Paging offset={offset} count={count} total={totalCount} what="changes" onOffset={setOffset} />
            </>
          )
        }
      </Answer>
    </Panel>
  );
}
