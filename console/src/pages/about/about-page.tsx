import { Anchor, List, Table } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { calls } from '../../api/calls.ts';
import { queries } from '../../api/queries.ts';
import { Answer } from '../../parts/answer.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';

export function AboutPage() {
  const version = useQuery(queries.version());
  const { data: account } = useSuspenseQuery(queries.account());
  return (
    <Page title="About" intro="This installation, and where to read more." calls={[calls.version(), calls.account()]}>
      <Panel title="Installation">
        <Answer of={version} what="the version">
          {({ versionString }) => (
            <Table
              variant="vertical"
              layout="fixed"
              data={{
                body: [
                  ['API version', versionString],
                  ['Address', window.location.origin],
                  ['API address', `${window.location.origin}/api/v2/`],
                  ['Your organization', account.orgId],
                  ['Your user id', account.uid],
                ],
              }}
            />
          )}
        </Answer>
      </Panel>
      <Panel title="Read more">
        <List size="sm" spacing={4}>
          <List.Item>
            <Anchor href="/docs">API reference</Anchor>: every route with its fields and answers
          </List.Item>
          <List.Item>
            <Anchor href="/api/v2/openapi.json">OpenAPI document</Anchor>: to generate clients from
          </List.Item>
        </List>
      </Panel>
    </Page>
  );
}
