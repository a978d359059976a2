import { Button, Stack } from '@mantine/core';
import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import type { ApiCall } from '../../api/call.ts';
import { begin, useFollow } from '../../api/follow.ts';
import { JobProgress } from '../../parts/job-progress.tsx';
import { Answer, EmptyState, ProblemNote } from '../../parts/panel.tsx';

interface ComputedProps<Data> {
  readonly of: UseQueryResult<Data>;
  /** What is computed: `feature impact`. */
  readonly what: string;
  /** What it tells, and what computing it costs. */
  readonly about: string;
  readonly compute: () => ApiCall<unknown>;
  /** The answers that are there once it was computed. */
  readonly refresh: readonly (readonly string[])[];
  readonly children: (data: Data) => ReactNode;
}

const isMissing = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'insights.not_computed';

/** What is there only after somebody asked for it: the way to ask, the progress, then the thing itself. */
export function Computed<Data>({ of, what, about, compute, refresh, children }: ComputedProps<Data>) {
  const ask = useMutation({ mutationFn: () => begin(compute()) });
  const followed = useFollow(ask.data?.follow, { refresh });
  if (of.data !== undefined || !isMissing(of.error)) {
    return (
      <Answer of={of} what={what}>
        {children}
      </Answer>
    );
  }
  const busy = ask.isPending || (ask.isSuccess && !['failed', 'cancelled'].includes(followed.job?.state ?? ''));
  return (
    <Stack>
      <EmptyState
        icon="chart"
        title={`There is no ${what} yet`}
        action={
          <Button loading={busy} onClick={() => ask.mutate()}>
            {`Compute ${what}`}
          </Button>
        }
      >
        {about}
      </EmptyState>
      <ProblemNote problem={ask.error} title={`Computing ${what} did not begin`} />
      <JobProgress of={followed} what={`Computing ${what}`} />
    </Stack>
  );
}
