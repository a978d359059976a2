import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** One number that matters, with what it counts below it. */
export function Figure({ value, label, children }: { value: string; label: string; children?: ReactNode }) {
  return (
    <div>
      <Text fz={24} fw={600} className="number" lh={1.2}>
        {value}
      </Text>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {value !== '0' && children && <Text size="sm">{children}</Text>}
    </div>
  );
}
