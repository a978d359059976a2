import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FrontPage } from '../parts/front-page.tsx';

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
