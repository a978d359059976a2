import { Group, Paper, SimpleGrid, Text, ThemeIcon } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Account } from '../../api/accounts.ts';
import { Icon, type IconName } from '../../parts/icons.tsx';
import { Dimmed } from '../../parts/text.tsx';
import { isAdministrator } from '../../shell/navigation.ts';

interface Step {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** A page of the console, or an address beside it. */
  readonly to?: LinkProps['to'];
  readonly href?: string;
  readonly seenBy?: (account: Account) => boolean;
}

const steps: readonly Step[] = [
  { icon: 'key', title: 'Create an API key', text: 'For scripts, notebooks and clients.', to: '/account/api-keys' },
  {
    icon: 'shield',
    title: 'Protect your account',
    text: 'A second factor keeps a stolen password useless.',
    to: '/account/second-factor',
    seenBy: (account) => !account.secondFactor,
  },
  {
    icon: 'user',
    title: 'Invite your team',
    text: 'Create accounts for others.',
    to: '/users',
    seenBy: isAdministrator,
  },
  { icon: 'book', title: 'Read the API reference', text: 'Every route with its fields and answers.', href: '/docs' },
];

export function NextSteps({ account }: { account: Account }) {
  const shown = steps.filter((step) => step.seenBy?.(account) ?? true);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: shown.length }} component="nav" aria-label="What to do next">
      {shown.map((step) => (
        <StepCard key={step.title} step={step} />
      ))}
    </SimpleGrid>
  );
}

function StepCard({ step }: { step: Step }) {
  const content = (
    <Group wrap="nowrap" align="flex-start" gap="sm">
      <ThemeIcon variant="light" size={36} radius="md">
        <Icon name={step.icon} />
      </ThemeIcon>
      <div>
        <Text fw={600} size="sm">
          {step.title}
        </Text>
        <Dimmed>{step.text}</Dimmed>
      </div>
    </Group>
  );
  const look = { withBorder: true, p: 'md', className: 'step-card' } as const;
  return step.to === undefined ? (
    <Paper component="a" href={step.href} {...look}>
      {content}
    </Paper>
  ) : (
    <Paper component={Link} to={step.to} {...look}>
      {content}
    </Paper>
  );
}
