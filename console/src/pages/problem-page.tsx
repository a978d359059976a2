import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { FrontPage } from '../parts/page.tsx';
import { ProblemNote } from '../parts/panel.tsx';

/** When a page could not even begin: the server is away, or the page itself is broken. */
export function ProblemPage({ error }: ErrorComponentProps) {
  return (
    <FrontPage title="This page could not open">
      <ProblemNote problem={error} title="What happened" onRetry={() => window.location.reload()} />
    </FrontPage>
  );
}

export function NotFoundPage() {
  return (
    <FrontPage
      title="There is no such page"
      intro="The address may be mistyped, or it belongs to something that was deleted."
    >
      <Button component={Link} to="/" fullWidth>
        Go home
      </Button>
    </FrontPage>
  );
}
