import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { graphCalls } from '../../../api/access.ts';
import { callQuery } from '../../../api/call-query.ts';
import { Answer } from '../../../parts/answer.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PAGE_SIZE, Paging } from '../../../parts/paging.tsx';
import { Panel } from '../../../parts/panel.tsx';

export function Readable({ connectionId, user }: { connectionId: string; user: string }) {
  const [offset, setOffset] = useState(0);
  const items = useQuery(callQuery(graphCalls.readable(connectionId, user, { offset, limit: PAGE_SIZE })));
  return (
    <Panel title={`What ${user} can read`}>
      <Answer of={items} what="what they can read">
        {({ data, count, totalCount }) =>
          totalCount === 0 ? (
            <EmptyState icon="book" title="Nothing">
              No grant reaches this address, or it is not known to the directory.
            </EmptyState>
          ) : (
            <>
              <DataTable label="Readable items" columns={['Name', 'Kind', '']} minWidth={420}>
                {data.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td className="fact">{one.name}</Table.Td>
                    <Table.Td>{one.kind}</Table.Td>
                    <Table.Td ta="right">
                      <Link
                        to="/access/$connectionId"
                        className="row-link"
                        params={{ connectionId }}
                        search={{ tab: 'why', user, itemId: one.id }}
                        aria-label={`Why ${one.name}`}
                      >
                        Why
                      </Link>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </DataTable>
              <Paging offset={offset} count={count} total={totalCount} what="items" onOffset={setOffset} />
            </>
          )
        }
      </Answer>
    </Panel>
  );
}
