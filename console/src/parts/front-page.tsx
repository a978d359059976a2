import { Anchor, Box, Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { AsApiCall, type ShownCalls } from './as-api-call.tsx';
import { Logo } from './icons.tsx';

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
