import {
  AppShell,
  Avatar,
  Box,
  Burger,
  Group,
  Menu,
  NavLink,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type Account, calls, installationQuery, isPredictionsAdmin, useAccount } from '../api/accounts.ts';
import { send } from '../api/send.ts';
import { Icon, Logo } from '../parts/icons.tsx';
import { Small, Strong } from '../parts/text.tsx';
import { seenBy } from './navigation.ts';
import { displayName, initials } from './person.ts';

const WIDE = 'sm';

/** What surrounds every page of somebody who is signed in. */
export function Shell() {
  const account = useAccount();
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

const covers = (entry: string, path: string): boolean =>
  entry === '/' ? path === '/' : path === entry || path.startsWith(`${entry}/`);

function NavigationList({ account }: { account: Account }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  // Asked only by those for whom an entry depends on it; the others come without waiting.
  const installation = useQuery({ ...installationQuery(), enabled: isPredictionsAdmin(account) });
  const list = useRef<HTMLDivElement>(null);
  const sections = seenBy(account, installation.data);
  const entries = sections.flatMap((section) => section.entries).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is long: another page may be out of sight in it, also once an entry arrived later
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    void list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [path, entries]);
  return (
    <Stack gap="sm" ref={list}>
      {sections.map((section) => (
        <div key={section.title}>
          <Text size="xs" c="dimmed" fw={600} px={10} pb={2}>
            {section.title}
          </Text>
          {section.entries.map((entry) => (
            <NavLink
              component={Link}
              key={entry.to}
              to={entry.to}
              label={entry.label}
              leftSection={<Icon name={entry.icon} />}
              active={covers(entry.to, path)}
              aria-current={covers(entry.to, path) ? 'page' : undefined}
              className="nav-link"
            />
          ))}
        </div>
      ))}
    </Stack>
  );
}

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Like the system' },
] as const;

function AccountMenu({ account }: { account: Account }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return (
    <Menu position="top-start" width="target" shadow="md">
      <Menu.Target>
        <UnstyledButton className="account-button">
          <VisuallyHidden>Account menu of </VisuallyHidden>
          <Group gap="sm" wrap="nowrap">
            <Avatar radius="xl" size={34} color="almanac" variant="filled" aria-hidden="true">
              {initials(account)}
            </Avatar>
            <Box miw={0} flex={1}>
              <Strong truncate>{displayName(account)}</Strong>
              {account.email !== null && account.email !== displayName(account) && (
                <Small truncate>{account.email}</Small>
              )}
            </Box>
            <Icon name="more" />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Appearance</Menu.Label>
        {schemes.map(({ value, label }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          >
            {label}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()} disabled={signOut.isPending}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => send(calls.signOut()),
    onSuccess: async () => {
      // Away first: the page behind must not ask again without a session.
      await navigate({ to: '/login' });
      client.clear();
    },
  });
}
