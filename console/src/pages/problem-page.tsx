import type { ErrorComponentProps } from '@tanstack/react-router';
import { FrontPage } from '../parts/front-page.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';

/** When a page could not even begin: the server is away, or the page itself is broken. */
export function ProblemPage({ error }: ErrorComponentProps) {
  return (
    <FrontPage title="This page could not open">
      <ProblemNote problem={error} title="What happened" onRetry={() => window.location.reload()} />
    </FrontPage>
  );
}
