import { Anchor, Box, Button, Group, Modal, Paper, Stack, Tabs, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { asCurl, asPython } from '../api/as-text.ts';
import type { ApiCall } from '../api/call.ts';
import { CodeBlock } from './copy-text.tsx';
import { Icon, Logo } from './icons.tsx';
import { Dimmed } from './text.tsx';

interface PageProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly calls: ShownCalls;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The browser itself announces the first page. */
let first = true;

/** The frame of every page inside the shell. Coming here from another moves the focus to the heading, to be read out. */
export function Page({ title, intro, calls, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!first) heading.current?.focus({ preventScroll: true });
    first = false;
  }, []);
  return (
    <Stack gap="lg">
      <title>{`${title} · Almanac`}</title>
      <Group justify="space-between" align="flex-start" gap="md">
        <Box maw={640} miw={220} flex="1 1 320px">
          <Title order={1} ref={heading} tabIndex={-1} className="page-title">
            {title}
          </Title>
          {intro && (
            <Text c="dimmed" mt={4}>
              {intro}
            </Text>
          )}
        </Box>
        <Group gap="xs">
          <AsApiCall calls={calls} />
          {actions}
        </Group>
      </Group>
      {children}
    </Stack>
  );
}

export type ShownCalls = readonly ApiCall<unknown>[];

const all = (calls: ShownCalls, write: (call: ApiCall<unknown>, origin: string) => string): string =>
  calls.map((call) => write(call, window.location.origin)).join('\n\n');

/** The same thing without the console: what is on screen as curl and Python. */
function AsApiCall({ calls }: { calls: ShownCalls }) {
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

interface FrontPageProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly calls?: ShownCalls;
  readonly children: ReactNode;
}

/** The frame of pages in front of the door: signing in, the first administrator. */
export function FrontPage({ title, intro, calls, children }: FrontPageProps) {
  return (
    <main className="front-page">
      <title>{`${title} · Almanac`}</title>
      <Box w="100%" maw={420}>
        <Group gap="sm" justify="center" mb="lg">
          <Logo size={36} />
          <Text span fw={650} fz={24}>
            Almanac
          </Text>
        </Group>
        <Paper withBorder shadow="sm" p="xl" radius="lg">
          <Title order={1} mb={4}>
            {title}
          </Title>
          {intro && (
            <Text c="dimmed" mb="lg">
              {intro}
            </Text>
          )}
          {children}
        </Paper>
        <Group justify="center" mt="md" gap="lg">
          <Anchor href="/docs" size="sm">
            API reference
          </Anchor>
          {calls && <AsApiCall calls={calls} />}
        </Group>
      </Box>
    </main>
  );
}
