import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';

/** Something worth knowing that was there from the beginning: not read out like an error. */
export function Note({ title, color = 'almanac', children }: { title?: string; color?: string; children: ReactNode }) {
  return (
    <Alert role="note" variant="light" color={color} {...(title === undefined ? {} : { title })}>
      {children}
    </Alert>
  );
}
