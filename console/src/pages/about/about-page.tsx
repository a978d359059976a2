import { Anchor, List, Table } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { calls } from '../../api/calls.ts';
import { queries } from '../../api/queries.ts';
import { Answer } from '../../parts/answer.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';

export function AboutPage() {
  const { data: account } = useSuspenseQuery(queries.account());
  const version = useQuery(queries.version());
  const organization = useQuery(queries.organization(account.orgId));
  const { origin } = window.location;
  return (
    <Page
      title="About"
      intro="This installation, and where to read more."
      calls={[calls.version(), calls.organization(account.orgId)]}
    >
      <Panel title="Installation">
        <Answer of={version} what="the version">
          {({ versionString }) => (
            <Facts
              facts={[
                ['API version', versionString],
                ['Console', `${origin}/`],
                ['API', `${origin}/api/v2/`],
                ['Prediction API', `${origin}/predApi/v1.0/`],
                ['Your organization', organization.data?.name ?? account.orgId],
                ['Your account', `${account.username} (${account.uid})`],
              ]}
            />
          )}
        </Answer>
      </Panel>
      <Panel title="Read more">
        <List size="sm" spacing={6}>
          <List.Item>
            <Anchor href="/docs" size="sm">
              API reference
            </Anchor>
            : every route with its fields and answers
          </List.Item>
          <List.Item>
            <Anchor href="/api/v2/openapi.json" size="sm">
              OpenAPI document
            </Anchor>
            : to generate clients from
          </List.Item>
        </List>
      </Panel>
    </Page>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <Table>
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w={180} fw={500}>
              {name}
            </Table.Th>
            <Table.Td className="fact">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
