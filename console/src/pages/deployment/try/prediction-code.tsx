import { Tabs, Text } from '@mantine/core';
import { asNode } from '../../../api/as-node.ts';
import { asCurl, asPython } from '../../../api/as-text.ts';
import type { ApiCall } from '../../../api/call.ts';
import { CodeBlock } from '../../../parts/code-block.tsx';
import { Panel } from '../../../parts/panel.tsx';

const languages = [
  { value: 'curl', label: 'curl command', write: asCurl },
  { value: 'Node', label: 'Node program', write: asNode },
  { value: 'Python', label: 'Python code', write: asPython },
] as const;

/** The same request from anywhere else. */
export function PredictionCode({ call }: { call: ApiCall<unknown> }) {
  return (
    <Panel title="From your own program">
      <Tabs defaultValue="curl">
        <Tabs.List aria-label="Language">
          {languages.map(({ value }) => (
            <Tabs.Tab key={value} value={value}>
              {value}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {languages.map(({ value, label, write }) => (
          <Tabs.Panel key={value} value={value} pt="sm">
            <CodeBlock label={label} text={write(call, window.location.origin)} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Text size="sm" c="dimmed" mt="sm">
        Put one of your API keys into the environment variable ALMANAC_API_KEY first.
      </Text>
    </Panel>
  );
}
