import { Badge, Code, Group, Table, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { queries } from '../../api/accounts.ts';
import { callQuery } from '../../api/call-query.ts';
import { type CatalogueModel, llmCalls } from '../../api/generative.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { whole } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState, Panel } from '../../parts/panel.tsx';
import { isAdministrator } from '../../shell/navigation.ts';
import { Upstreams } from './upstreams.tsx';

export function LlmsPage() {
  const { data: account } = useSuspenseQuery(queries.account());
  const catalogue = useQuery(callQuery(llmCalls.catalogue()));
  const mayManage = isAdministrator(account);
  return (
    <Page
      title="Language models"
      intro="What blueprints and every OpenAI client can call through the gateway of this installation."
      calls={mayManage ? [llmCalls.catalogue(), llmCalls.upstreams()] : [llmCalls.catalogue()]}
    >
      <Panel
        title="Models"
        intro={
          <>
            {'The gateway is at '}
            <Code>{`${window.location.origin}/api/v2/genai/llmgw`}</Code>
            {'; a key of yours is its key.'}
          </>
        }
      >
        <Answer of={catalogue} what="the models">
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState icon="llm" title="No models yet">
                {mayManage
                  ? 'Add a service below, or name one for everybody with ALMANAC_LLM_BASE_URL and ALMANAC_LLM_MODELS.'
                  : 'Ask an administrator to add a service that serves some.'}
              </EmptyState>
            ) : (
              <ModelTable models={data} />
            )
          }
        </Answer>
      </Panel>
      {mayManage && <Upstreams />}
    </Page>
  );
}

function ModelTable({ models }: { models: readonly CatalogueModel[] }) {
  return (
    <DataTable
      label="Models"
      columns={['Model', 'Provider', 'Takes', 'Context', 'Longest answer']}
      numeric={['Context', 'Longest answer']}
    >
      {models.map((one) => (
        <Table.Tr key={one.llmId}>
          <Table.Td>
            <Group gap="xs">
              <Text size="sm" fw={500}>
                {one.name}
              </Text>
              {!one.isActive && <Badge color="gray">off</Badge>}
              {one.isDeprecated && (
                <Badge variant="dot" color="yellow">
                  deprecated
                </Badge>
              )}
            </Group>
            <Text size="xs" c="dimmed" className="fact">
              {one.model}
            </Text>
          </Table.Td>
          <Table.Td>{one.provider}</Table.Td>
          <Table.Td>{one.inputTypes.join(', ')}</Table.Td>
          <Table.Td ta="right" className="number">{`${whole(one.contextSize)} tokens`}</Table.Td>
          <Table.Td ta="right" className="number">{`${whole(one.maxCompletionTokens)} tokens`}</Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
