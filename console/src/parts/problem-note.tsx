import { Alert, Button, Text } from '@mantine/core';
import { ApiProblem, sentence } from '../api/api-problem.ts';

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
