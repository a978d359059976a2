import { NavLink, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Account } from '../api/accounts.ts';
import { installationQuery, isPredictionsAdmin } from '../api/installation.ts';
import { Icon } from '../parts/icons.tsx';
import { seenBy } from './navigation.ts';

const covers = (entry: string, path: string): boolean =>
  entry === '/' ? path === '/' : path === entry || path.startsWith(`${entry}/`);

export function NavigationList({ account }: { account: Account }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  // Selection only by those for whom an entry depends on it; the others come without waiting.
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
