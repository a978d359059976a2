import { Tabs } from '@mantine/core';
import { Link, type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';

export interface PartLink {
  readonly label: string;
  readonly to: NonNullable<LinkProps['to']>;
  readonly params?: Readonly<Record<string, string>>;
}

interface PartLinksProps {
  /** Of what these are the parts: `Parts of this deployment`. */
  readonly label: string;
  readonly links: readonly PartLink[];
  /** The label of the part on screen. */
  readonly current: string;
}

/** The pages of one thing, as tabs with an address each. */
export function PartLinks({ label, links, current }: PartLinksProps) {
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a narrow screen the part on screen may be out of sight
  useEffect(() => {
    const shown = row.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (row.current && shown) row.current.scrollLeft = shown.offsetLeft - row.current.offsetLeft - 24;
  }, [current]);
  return (
    <nav ref={row} aria-label={label} className="part-links">
      {links.map(({ label: name, ...link }) => (
        <Link
          key={name}
          {...(link as LinkProps)}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={name === current ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

interface Tab {
  readonly value: string;
  readonly label: string;
  /** Drawn, and asked for, only while it is in front. */
  readonly content: () => ReactNode;
}

interface TabRowProps {
  /** Of what these are the parts. */
  readonly label: string;
  readonly tabs: readonly [Tab, ...Tab[]];
  /** The tab in front, where the page itself decides; the first when it is none of them. */
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A row of tabs over the part in front. */
export function TabRow({ label, tabs, value, onChange }: TabRowProps) {
  const shown = tabs.find((tab) => tab.value === value) ?? tabs[0];
  return (
    <Tabs value={shown.value} onChange={(to) => onChange(to ?? tabs[0].value)} keepMounted={false}>
      <Tabs.List aria-label={label} mb="md">
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown.value}>{shown.content()}</Tabs.Panel>
    </Tabs>
  );
}

/** Tabs whose choice is in the address as `tab`; the first is the one without a word there. */
export function AddressedTabs({ label, tabs }: Pick<TabRowProps, 'label' | 'tabs'>) {
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const go = (value: string) => {
    const search = value === tabs[0].value ? {} : { tab: value };
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false });
  };
  return <TabRow label={label} tabs={tabs} value={tab} onChange={go} />;
}

/** Tabs whose choice nobody has to remember. */
export function PlainTabs({ label, tabs }: Pick<TabRowProps, 'label' | 'tabs'>) {
  const [value, setValue] = useState<string>();
  return <TabRow label={label} tabs={tabs} value={value} onChange={setValue} />;
}
