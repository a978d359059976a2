import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemNote } from './problem-note.tsx';

interface AnswerProps<Data> {
  readonly of: UseQueryResult<Data>;
  /** What is awaited, for the placeholder and the error: `your API keys`. */
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
}

/** The three states of everything that is asked for: not here yet, refused, here. */
export function Answer<Data>({ of, what, children }: AnswerProps<Data>) {
  if (of.data !== undefined) return children(of.data);
  if (of.isError) {
    return <ProblemNote problem={of.error} title={`Could not load ${what}`} onRetry={() => void of.refetch()} />;
  }
  return (
    <Stack gap="sm" p="md" aria-busy="true">
      <VisuallyHidden>{`Loading ${what}`}</VisuallyHidden>
      <Skeleton height={18} width="60%" />
      <Skeleton height={18} />
      <Skeleton height={18} width="80%" />
    </Stack>
  );
}
