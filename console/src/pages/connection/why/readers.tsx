import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { graphCalls } from '../../../api/access.ts';
import { callQuery } from '../../../api/call-query.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { PAGE_SIZE, Paging } from '../../../parts/list-page.tsx';
import { Answer, EmptyState, Panel } from '../../../parts/panel.tsx';

export function Readers({ connectionId, itemId }: { connectionId: string; itemId: string }) {
  const [offset, setOffset] = useState(0);
  const readers = useQuery(callQuery(graphCalls.readers(connectionId, itemId, { offset, limit: PAGE_SIZE })));
  return (
    <Panel title="Who can read this document">
      <Answer of={readers} what="who can read it">
        {({ data, count, totalCount }) =>
          totalCount === 0 ? (
            <EmptyState icon="user" title="Nobody can read it">
              No grant reaches anybody, or its permissions are not known yet.
            </EmptyState>
          ) : (
            <>
              <DataTable label="Readers" columns={['Name', 'E-mail', 'Kind', '']} minWidth={480}>
                {data.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td className="fact">{one.name ?? one.id}</Table.Td>
                    <Table.Td className="fact">{one.email}</Table.Td>
                    <Table.Td>{one.type}</Table.Td>
                    <Table.Td ta="right">
                      {one.email !== null && (
                        <Link
                          to="/access/$connectionId"
                          className="row-link"
                          params={{ connectionId }}
                          search={{ tab: 'why', user: one.email, itemId }}
                          aria-label={`Why ${one.email}`}
                        >
                          Why
                        </Link>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </DataTable>
              <Paging offset={offset} count={count} total={totalCount} what="readers" onOffset={setOffset} />
            </>
          )
        }
      </Answer>
    </Panel>
  );
}
