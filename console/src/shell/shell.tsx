import { AppShell, Box, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queries } from '../api/accounts.ts';
import { Logo } from '../parts/logo.tsx';
import { AccountMenu } from './account-menu.tsx';
import { NavigationList } from './navigation-list.tsx';

const WIDE = 'sm';

/** What surrounds every page of somebody who is signed in. */
export function Shell() {
  const { data: account } = useSuspenseQuery(queries.account());
  const [opened, { toggle, close }] = useDisclosure(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the page changes
  useEffect(close, [path]);
  return (
    <AppShell
      layout="alt"
      header={{ height: { base: 56, [WIDE]: 0 } }}
      navbar={{ width: 240, breakpoint: WIDE, collapsed: { mobile: !opened } }}
      padding="md"
    >
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <AppShell.Header hiddenFrom={WIDE}>
        <Group h="100%" px="md" justify="space-between">
          <Brand />
          <Burger opened={opened} onClick={toggle} size="sm" aria-label="Open the navigation" />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Pages">
        <Group justify="space-between" px={8} py={10} mb="xs">
          <Brand />
          <Burger opened={opened} onClick={toggle} size="sm" hiddenFrom={WIDE} aria-label="Close the navigation" />
        </Group>
        <Box flex={1} className="navigation">
          <NavigationList account={account} />
        </Box>
        <AccountMenu account={account} />
      </AppShell.Navbar>
      <AppShell.Main id="content">
        <div className="page-body">
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

function Brand() {
  return (
    <Link to="/" className="brand" aria-label="Almanac, home">
      <Logo />
      <Text span fw={650} size="lg">
        Almanac
      </Text>
    </Link>
  );
}
