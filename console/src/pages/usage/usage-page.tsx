import { Group, Progress, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAccount } from '../../api/accounts.ts';
import { useCall } from '../../api/call-query.ts';
import type { Count, DeploymentUse, QuotaUse, UsedByPerson, UserLimits } from '../../api/quotas.ts';
import { usageCalls } from '../../api/quotas.ts';
import { ResourceLink, RowLink, resourceText } from '../../parts/actions.tsx';
import { type BigColumn, BigTable, numberColumn, textColumn } from '../../parts/big-table.tsx';
import { ChoiceField } from '../../parts/fields.tsx';

import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState, Panel, Reply } from '../../parts/panel.tsx';
import { Dimmed, Timestamp } from '../../parts/text.tsx';
import { isAdministrator } from '../../shell/navigation.ts';
import { OwnLimits } from './own-limits.tsx';
import { fullness, shareOf } from './usage-text.ts';

const EVERYBODY = { offset: 0, limit: 1000 };
const SPANS = [
  { value: '1', label: 'Last day' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
];

export function UsagePage() {
  const account = useAccount();
  const { days = 30 } = useSearch({ from: '/signed-in/usage' });
  const navigate = useNavigate({ from: '/usage' });
  const people = useCall(usageCalls.people(EVERYBODY));
  return (
    <Page
      title="Usage"
      intro={
        isAdministrator(account) ? 'What everybody uses, and what is allowed.' : 'What you use, and what is allowed.'
      }
      calls={[usageCalls.people(EVERYBODY), usageCalls.limits(), usageCalls.deployments(days), usageCalls.quotas(days)]}
      actions={
        <ChoiceField
          size="xs"
          w={140}
          aria-label="Time span"
          data={SPANS}
          value={String(days)}
          onChange={(next) => void navigate({ search: { days: Number(next) } })}
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
  return (
    <Panel title="Predictions, by person and deployment" intro="Of the deployments you can see, batches included.">
      <Reply to={usageCalls.deployments(days)} what="the use of deployments">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="rocket" title="No predictions in this time">
              Requests to deployments are counted here, for each who makes them.
            </EmptyState>
          ) : (
            <DeploymentUseTable uses={data} />
          )
        }
      </Reply>
    </Panel>
  );
}

function Quotas({ days }: { days: number }) {
  return (
    <Panel
      title="Requests and tokens, where a quota counts"
      intro="Of deployments, workloads and the gateway to language models."
    >
      <Reply to={usageCalls.quotas(days)} what="what quotas counted">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="gauge" title="Nothing was counted in this time">
              A quota counts what each consumer uses of a deployment or workload, also one that refuses nobody.
            </EmptyState>
          ) : (
            <QuotaUseTable uses={data} />
          )
        }
      </Reply>
    </Panel>
  );
}

const columns: readonly BigColumn<DeploymentUse>[] = [
  {
    name: 'Deployment',
    cell: ({ deploymentId, label }) => (
      <RowLink to="/deployments/$deploymentId" params={{ deploymentId }} text={label} />
    ),
    by: ({ label }) => label,
  },
  textColumn('Username', ({ username }) => username),
  numberColumn('Requests', ({ requests }) => requests),
  numberColumn('Predictions', ({ predictions }) => predictions),
  numberColumn('Errors', ({ errors }) => errors),
  { name: 'Last', cell: ({ lastAt }) => <Timestamp iso={lastAt} />, by: ({ lastAt }) => lastAt },
];

function DeploymentUseTable({ uses }: { uses: readonly DeploymentUse[] }) {
  return (
    <BigTable
      label="Predictions by person and deployment"
      rows={uses}
      columns={columns}
      idOf={({ deploymentId, userId }) => `${deploymentId} ${userId}`}
      sortedBy={{ name: 'Requests', descending: true }}
    />
  );
}

const nameOf = (use: QuotaUse): string => resourceText(use, use.resourceName);

const callerOf = ({ username, userId, deploymentId }: QuotaUse): string =>
  deploymentId === null ? (username ?? userId) : `deployment ${deploymentId} for ${username ?? userId}`;

const quotaColumns: readonly BigColumn<QuotaUse>[] = [
  { name: 'Of', cell: (use) => <ResourceLink of={use} name={use.resourceName} />, by: nameOf },
  { name: 'By', cell: callerOf, by: callerOf },
  numberColumn('Requests', ({ requests }) => requests),
  {
    name: 'Tokens',
    cell: ({ tokens }) => tokens.toLocaleString('en'),
    by: ({ tokens }) => Number(tokens),
    numeric: true,
  },
  numberColumn('Refused', ({ refused }) => refused),
  numberColumn('Would refuse', ({ wouldRefuse }) => wouldRefuse),
];

function QuotaUseTable({ uses }: { uses: readonly QuotaUse[] }) {
  return (
    <BigTable
      label="Requests and tokens"
      rows={uses}
      columns={quotaColumns}
      idOf={(one) => `${one.resourceType} ${one.resourceId} ${one.userId} ${one.deploymentId}`}
      sortedBy={{ name: 'Tokens', descending: true }}
    />
  );
}

function PeopleTable({ found: { data, limits } }: { found: UserLimits }) {
  return (
    <BigTable<UsedByPerson>
      label="Generative AI by person"
      rows={data}
      idOf={({ userId }) => userId}
      sortedBy={{ name: 'LLM calls', descending: true }}
      columns={[
        textColumn('Username', ({ username }) => username),
        {
          name: 'LLM calls',
          cell: (one) => (
            <UsedOf used={one.llmApiCalls} limit={limits.llmApiCalls} label={`LLM calls of ${one.username}`} />
          ),
          by: ({ llmApiCalls }) => llmApiCalls,
          numeric: true,
        },
        {
          name: 'Vector databases',
          cell: (one) => (
            <UsedOf
              used={one.vectorDatabases}
              limit={limits.vectorDatabases}
              label={`Vector databases of ${one.username}`}
            />
          ),
          by: ({ vectorDatabases }) => vectorDatabases,
          numeric: true,
        },
      ]}
    />
  );
}

interface UsedOfProps {
  readonly used: Count;
  /** Null: as much as one likes. */
  readonly limit: Count | null;
  /** What is counted, for those who cannot see the bar. */
  readonly label: string;
}

const format = (count: Count): string => count.toLocaleString('en');

/** A count against its ceiling. */
function UsedOf({ used, limit, label }: UsedOfProps) {
  if (limit === null) {
    return (
      <Text span size="sm" className="number">
        {format(used)}
        <Dimmed span>{' (no limit)'}</Dimmed>
      </Text>
    );
  }
  const part = shareOf(used, limit);
  return (
    <Group gap="sm" wrap="nowrap" justify="flex-end">
      <Progress value={part * 100} w={110} size="sm" flex="none" color={fullness(part)} aria-label={label} />
      <Text span size="sm" className="number" style={{ whiteSpace: 'nowrap' }}>
        {`${format(used)} of ${format(limit)}`}
      </Text>
    </Group>
  );
}
