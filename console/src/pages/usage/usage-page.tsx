import { Select } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { queries } from '../../api/accounts.ts';
import { callQuery } from '../../api/call-query.ts';
import { usageCalls } from '../../api/quotas.ts';
import { Answer } from '../../parts/answer.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { isAdministrator } from '../../shell/navigation.ts';
import { DeploymentUseTable } from './deployment-use-table.tsx';
import { OwnLimits } from './own-limits.tsx';
import { PeopleTable } from './people-table.tsx';
import { QuotaUseTable } from './quota-use-table.tsx';

const EVERYBODY = { offset: 0, limit: 1000 };
const SPANS = [
  { value: '1', label: 'Last day' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
];

export function UsagePage() {
  const { data: account } = useSuspenseQuery(queries.account());
  const { days = 30 } = useSearch({ from: '/signed-in/usage' });
  const navigate = useNavigate({ from: '/usage' });
  const people = useQuery(callQuery(usageCalls.people(EVERYBODY)));
  return (
    <Page
      title="Usage"
      intro={
        isAdministrator(account) ? 'What everybody uses, and what is allowed.' : 'What you use, and what is allowed.'
      }
      calls={[usageCalls.people(EVERYBODY), usageCalls.limits(), usageCalls.deployments(days), usageCalls.quotas(days)]}
      actions={
        <Select
          size="xs"
          w={140}
          aria-label="Time span"
          data={SPANS}
          value={String(days)}
          onChange={(next) => next && void navigate({ search: { days: Number(next) } })}
          allowDeselect={false}
        />
      }
    >
      <Panel title="Your limits">
        <Answer of={people} what="your limits">
          {(found) => <OwnLimits limits={found} userId={account.uid} columns={2} />}
        </Answer>
      </Panel>
      {isAdministrator(account) && (
        <Panel
          title="Generative AI, by person"
          intro="Completed calls and vector databases built, since the beginning."
        >
          <Answer of={people} what="what people used">
            {(found) => <PeopleTable found={found} />}
          </Answer>
        </Panel>
      )}
      <Deployments days={days} />
      <Quotas days={days} />
    </Page>
  );
}

function Deployments({ days }: { days: number }) {
  const uses = useQuery(callQuery(usageCalls.deployments(days)));
  return (
    <Panel title="Predictions, by person and deployment" intro="Of the deployments you can see, batches included.">
      <Answer of={uses} what="the use of deployments">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="rocket" title="No predictions in this time">
              Requests to deployments are counted here, for each who makes them.
            </EmptyState>
          ) : (
            <DeploymentUseTable uses={data} />
          )
        }
      </Answer>
    </Panel>
  );
}

function Quotas({ days }: { days: number }) {
  const uses = useQuery(callQuery(usageCalls.quotas(days)));
  return (
    <Panel
      title="Requests and tokens, where a quota counts"
      intro="Of deployments, workloads and the gateway to language models."
    >
      <Answer of={uses} what="what quotas counted">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="gauge" title="Nothing was counted in this time">
              A quota counts what each consumer uses of a deployment or workload, also one that refuses nobody.
            </EmptyState>
          ) : (
            <QuotaUseTable uses={data} />
          )
        }
      </Answer>
    </Panel>
  );
}
