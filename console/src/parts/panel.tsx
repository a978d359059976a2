import {
  Alert,
  Box,
  Button,
  Center,
  Group,
  Paper,
  Skeleton,
  Stack,
  Text,
  ThemeIcon,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem, sentence } from '../api/api-problem.ts';
import type { ApiCall } from '../api/call.ts';
import { useCall } from '../api/call-query.ts';
import { Icon, type IconName } from './icons.tsx';
import { Dimmed } from './text.tsx';

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
          {intro !== undefined && <Dimmed mt={2}>{intro}</Dimmed>}
        </Box>
        {aside}
      </Group>
      {children}
    </Paper>
  );
}

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

interface ProblemNoteProps {
  readonly problem: unknown;
  readonly title?: string;
  readonly onRetry?: () => void;
}

/** What went wrong, in the API's own words, and what to do about it. */
export function ProblemNote({ problem, title = 'That did not work', onRetry }: ProblemNoteProps) {
  if (problem === null || problem === undefined) return null;
  const requestId = problem instanceof ApiProblem && problem.status >= 500 ? problem.requestId : undefined;
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      <Text size="sm">{sentence(problem)}</Text>
      {requestId !== undefined && <Text size="xs" mt={4}>{`Request id ${requestId}`}</Text>}
      {onRetry && (
        <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Alert>
  );
}

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
        <Dimmed ta="center">{children}</Dimmed>
        {action && <Box mt={6}>{action}</Box>}
      </Stack>
    </Center>
  );
}

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

interface ReplyProps<Data> extends Omit<AnswerProps<Data>, 'of'> {
  readonly to: ApiCall<Data>;
  /** What was there stays on screen until the reply to a changed call arrives. */
  readonly keepPrevious?: boolean;
}

/** Asks, and shows the reply. */
export function Reply<Data>({ to, keepPrevious = false, ...rest }: ReplyProps<Data>) {
  return <Answer of={useCall(to, { keepPrevious })} {...rest} />;
}
