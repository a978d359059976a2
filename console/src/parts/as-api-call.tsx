import { Button, Modal, Stack, Tabs } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { asCurl, asPython } from '../api/as-text.ts';
import type { ApiCall } from '../api/call.ts';
import { CodeBlock } from './copy-text.tsx';
import { Icon } from './icons.tsx';
import { Dimmed } from './text.tsx';

export type ShownCalls = readonly ApiCall<unknown>[];

const all = (calls: ShownCalls, write: (call: ApiCall<unknown>, origin: string) => string): string =>
  calls.map((call) => write(call, window.location.origin)).join('\n\n');

/** The same thing without the console: what is on screen as curl and Python. */
export function AsApiCall({ calls }: { calls: ShownCalls }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" leftSection={<Icon name="code" size={15} />} onClick={open}>
        As API call
      </Button>
      <Modal opened={opened} onClose={close} title="What is on screen, as an API call" size="lg">
        <ApiCallTexts calls={calls} />
      </Modal>
    </>
  );
}

export function ApiCallTexts({ calls }: { calls: ShownCalls }) {
  const needsKey = calls.some((call) => call.access !== 'public');
  return (
    <Stack gap="sm">
      <Tabs defaultValue="curl">
        <Tabs.List aria-label="Language">
          <Tabs.Tab value="curl">curl</Tabs.Tab>
          <Tabs.Tab value="python">Python</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="curl" pt="sm">
          <CodeBlock label="curl command" text={all(calls, asCurl)} />
        </Tabs.Panel>
        <Tabs.Panel value="python" pt="sm">
          <CodeBlock label="Python code" text={all(calls, asPython)} />
        </Tabs.Panel>
      </Tabs>
      {needsKey && <Dimmed>Put one of your API keys into the environment variable ALMANAC_API_KEY first.</Dimmed>}
    </Stack>
  );
}
