import { Box, Center, Stack, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  /** What to do about it. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Beside other things on a page it takes less room. */
  readonly compact?: boolean;
}

export function EmptyState({ icon, title, children, action, compact = false }: EmptyStateProps) {
  return (
    <Center py={compact ? 'sm' : 44} px="md">
      <Stack align="center" gap="xs" maw={420}>
        <ThemeIcon size={compact ? 36 : 44} radius="xl" variant="light">
          <Icon name={icon} size={compact ? 18 : 22} />
        </ThemeIcon>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed" ta="center">
          {children}
        </Text>
        {action && <Box mt={6}>{action}</Box>}
      </Stack>
    </Center>
  );
}
