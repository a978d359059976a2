import {
  Alert,
  Box,
  Button,
  Center,
  Group,
  Paper,
  Skeleton,
  Stack,
  Tabs,
  Text,
  ThemeIcon,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
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
