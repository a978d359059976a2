import { Center, Stack, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  /** What to do about it. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <Center py={44} px="md">
      <Stack align="center" gap="xs" maw={420}>
        <ThemeIcon size={44} radius="xl" variant="light">
          <Icon name={icon} size={22} />
        </ThemeIcon>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed" ta="center">
          {children}
        </Text>
        {action}
      </Stack>
    </Center>
  );
}
