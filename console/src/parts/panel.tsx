import { Box, Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PanelProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** One matter on a page. */
export function Panel({ title, intro, aside, children }: PanelProps) {
  return (
    <Paper component="section" withBorder p="lg" aria-label={title}>
      <Group justify="space-between" align="flex-start" mb="md">
        <Box maw={620}>
          <Title order={2}>{title}</Title>
          {intro !== undefined && (
            <Text size="sm" c="dimmed" mt={2}>
              {intro}
            </Text>
          )}
        </Box>
        {aside}
      </Group>
      {children}
    </Paper>
  );
}
