import { Badge, Code, Group } from '@mantine/core';

import { useAccount } from '../../api/accounts.ts';
import { type CatalogueModel, llmCalls } from '../../api/generative.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { whole } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { EmptyState, Panel, Reply } from '../../parts/panel.tsx';
import { Small, Strong } from '../../parts/text.tsx';
import { isAdministrator } from '../../shell/navigation.ts';
import { Upstreams } from './upstreams.tsx';

export function LlmsPage() {
  const account = useAccount();
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
        <Reply to={llmCalls.catalogue()} what="the models">
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState icon="llm" title="No models yet">
                {mayManage
                  ? 'Add a service below, or name one for everybody with ALMANAC_LLM_BASE_URL and ALMANAC_LLM_MODELS.'
                  : 'Ask an administrator to add a service that serves some.'}
              </EmptyState>
            ) : (
              <DataTable label="Models" rows={data} idOf={(one) => one.llmId} columns={columns} />
            )
          }
        </Reply>
      </Panel>
      {mayManage && <Upstreams />}
    </Page>
  );
}

const columns: readonly Column<CatalogueModel>[] = [
  {
    name: 'Model',
    cell: (one) => (
      <>
        <Group gap="xs">
          <Strong>{one.name}</Strong>
          {!one.isActive && <Badge color="gray">off</Badge>}
          {one.isDeprecated && (
            <Badge variant="dot" color="yellow">
              deprecated
            </Badge>
          )}
        </Group>
        <Small className="fact">{one.model}</Small>
      </>
    ),
  },
  { name: 'Provider', cell: (one) => one.provider },
  { name: 'Takes', cell: (one) => one.inputTypes.join(', ') },
  { name: 'Context', numeric: true, cell: (one) => `${whole(one.contextSize)} tokens` },
  { name: 'Longest answer', numeric: true, cell: (one) => `${whole(one.maxCompletionTokens)} tokens` },
];
