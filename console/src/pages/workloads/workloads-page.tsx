import { Button, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { workloadCalls, workloadsQuery } from '../../api/workloads.ts';
import { Answer } from '../../parts/answer.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Page } from '../../parts/page.tsx';
import { PAGE_SIZE, Paging } from '../../parts/paging.tsx';
import { RegisterWorkload } from './register-workload.tsx';
import { WorkloadTable } from './workload-table.tsx';

export function WorkloadsPage() {
  const [offset, setOffset] = useState(0);
  const window = { offset, limit: PAGE_SIZE };
  const workloads = useQuery(workloadsQuery(window));
  const [registering, { open, close }] = useDisclosure(false);
  return (
    <Page
      title="Workloads"
      intro="Services of your own that are called through the platform, with its keys, quotas and statistics."
      calls={[workloadCalls.list(window)]}
      actions={
        <Button size="xs" onClick={open}>
          Register
        </Button>
      }
    >
      <Paper withBorder>
        <Answer of={workloads} what="the workloads">
          {({ data, count, totalCount }) =>
            totalCount === 0 ? (
              <EmptyState
                icon="server"
                title="No workloads yet"
                action={<Button onClick={open}>Register the first service</Button>}
              >
                Register a service that runs somewhere: callers then reach it through an address of this installation.
              </EmptyState>
            ) : (
              <>
                <WorkloadTable workloads={data} />
                <Paging offset={offset} count={count} total={totalCount} what="workloads" onOffset={setOffset} />
              </>
            )
          }
        </Answer>
      </Paper>
      {registering && <RegisterWorkload onClose={close} />}
    </Page>
  );
}
