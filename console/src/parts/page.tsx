import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { AsApiCall, type ShownCalls } from './as-api-call.tsx';

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
