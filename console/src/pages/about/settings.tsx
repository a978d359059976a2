import { Code, Switch, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { InstallationSetting } from '../../api/installation.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Panel } from '../../parts/panel.tsx';

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
