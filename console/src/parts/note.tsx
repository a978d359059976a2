import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';

const colors = { plain: '#3ea697', careful: '#e3a93c' } as const;

interface NoteProps {
  readonly title?: string;
  readonly tone?: keyof typeof colors;
  readonly children: ReactNode;
}

/** Something worth knowing that was there from the beginning: not read out like an error. */
export function Note({ title, tone = 'plain', children }: NoteProps) {
  return (
    <Alert role="note" className="note" style={{ '--note': colors[tone] }} {...(title === undefined ? {} : { title })}>
      {children}
    </Alert>
  );
}
