import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Tab {
  readonly value: string;
  readonly label: string;
  /** Drawn, and asked for, only while it is in front. */
  readonly content: () => ReactNode;
}

interface AddressedTabsProps {
  /** Of what these are the parts. */
  readonly label: string;
  readonly tabs: readonly [Tab, ...Tab[]];
}

/** Tabs whose choice is in the address as `tab`; the first is the one without a word there. */
export function AddressedTabs({ label, tabs }: AddressedTabsProps) {
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const shown = tabs.find(({ value }) => value === tab) ?? tabs[0];
  const go = (value: string | null) => {
    const search = value === null || value === tabs[0].value ? {} : { tab: value };
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false });
  };
  return (
    <Tabs value={shown.value} onChange={go} keepMounted={false}>
      <Tabs.List aria-label={label} mb="md">
        {tabs.map(({ value, label: name }) => (
          <Tabs.Tab key={value} value={value}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown.value}>{shown.content()}</Tabs.Panel>
    </Tabs>
  );
}
