import { Anchor, Code, List, Switch, Table, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  calls,
  type Installation,
  type InstallationSetting,
  installationCall,
  installationQuery,
  queries,
} from '../../api/accounts.ts';
import { DataTable, Details } from '../../parts/data-table.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, Panel } from '../../parts/panel.tsx';

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

/** What the installation was started with. Set by whoever runs it, so there is nothing to change here. */
export function Settings({ settings }: { settings: readonly InstallationSetting[] }) {
  const [all, setAll] = useState(false);
  const said = settings.filter(({ source }) => source === 'environment' || source === 'flag');
  return (
    <Panel
      title="Settings"
      intro="From the environment and the command line of the server; secrets are never told."
      aside={
        <Switch
          size="xs"
          label="Also what was left as it is"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      }
    >
      {(all ? settings : said).length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing was set: everything is as it comes.
        </Text>
      ) : (
        <DataTable label="Settings" columns={['Setting', 'Value', 'From']}>
          {(all ? settings : said).map((one) => (
            <Table.Tr key={one.name}>
              <Table.Td>
                <Code>{one.name}</Code>
                <Text size="xs" c="dimmed" mt={2}>
                  {one.about}
                </Text>
              </Table.Td>
              <Table.Td className="fact">{valueText(one)}</Table.Td>
              <Table.Td>{one.source}</Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
    </Panel>
  );
}

function valueText({ isSecret, source, value }: InstallationSetting): string {
  if (source === 'not set') return '';
  return isSecret ? 'set, and secret' : (value ?? '');
}
