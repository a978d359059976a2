import { Anchor, Code, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Installation, InstallationSetting } from '../../api/accounts.ts';
import { calls, installationCall, installationQuery, queries, useAccount } from '../../api/accounts.ts';
import { DataTable, Details } from '../../parts/data-table.tsx';
import { Toggle } from '../../parts/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, Panel } from '../../parts/panel.tsx';
import { Dimmed, Small } from '../../parts/text.tsx';

export function AboutPage() {
  const account = useAccount();
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
      aside={<Toggle size="xs" label="Also what was left as it is" checked={all} onChange={setAll} />}
    >
      {(all ? settings : said).length === 0 ? (
        <Dimmed>Nothing was set: everything is as it comes.</Dimmed>
      ) : (
        <DataTable
          label="Settings"
          rows={all ? settings : said}
          idOf={(one) => one.name}
          columns={[
            {
              name: 'Setting',
              cell: (one) => (
                <>
                  <Code>{one.name}</Code>
                  <Small mt={2}>{one.about}</Small>
                </>
              ),
            },
            { name: 'Value', className: 'fact', cell: (one) => valueText(one) },
            { name: 'From', cell: (one) => one.source },
          ]}
        />
      )}
    </Panel>
  );
}

function valueText({ isSecret, source, value }: InstallationSetting): string {
  if (source === 'not set') return '';
  return isSecret ? 'set, and secret' : (value ?? '');
}
