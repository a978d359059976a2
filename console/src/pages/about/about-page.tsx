import { Anchor, List } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { calls, queries } from '../../api/accounts.ts';
import { type Installation, installationCall, installationQuery } from '../../api/installation.ts';
import { Answer } from '../../parts/answer.tsx';
import { Details } from '../../parts/details.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Settings } from './settings.tsx';

export function AboutPage() {
  const { data: account } = useSuspenseQuery(queries.account());
  const version = useQuery(queries.version());
  const installation = useQuery(installationQuery());
  const { origin } = window.location;
  return (
    <Page
      title="About"
      intro="This installation, what is configured, and where to read more."
      calls={[calls.version(), installationCall()]}
    >
      <Panel title="Installation">
        <Answer of={version} what="the version">
          {({ versionString }) => (
            <Details
              facts={[
                ['API version', versionString],
                ['Kind', installation.data ? kindOf(installation.data) : '…'],
                ['Console', `${origin}/`],
                ['API', `${origin}/api/v2/`],
                ['Prediction API', `${origin}/predApi/v1.0/`],
                ['Your account', `${account.username} (${account.uid})`],
              ]}
            />
          )}
        </Answer>
      </Panel>
      {installation.data?.settings && <Settings settings={installation.data.settings} />}
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

const kindOf = ({ installation, release, upgraded }: Installation): string =>
  `${installation}, release ${release}${upgraded ? ', upgraded from before 6.0' : ''}`;
