import { ActionIcon, Button, Menu, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useCall } from '../api/call-query.ts';
import { deploymentCalls } from '../api/deployments.ts';
import { useMay, useMayEach, type Wanted } from '../api/own-access.ts';
import type { Resource } from '../api/quotas.ts';
import { workloadCalls } from '../api/workloads.ts';
import { Icon } from './icons.tsx';

/** What opens in front of the page, given the way to close it. */
type Dialog = (close: () => void) => ReactNode;

interface ActionProps {
  readonly label: string;
  readonly onClick?: (() => void) | undefined;
  /** In place of something to do at once. */
  readonly dialog?: Dialog;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** The request it leads to: it is there only for those whom the server would not refuse. */
  readonly needs?: Wanted | undefined;
}

/** What only those see who may do it. */
export const Allowed = ({ needs, children }: { readonly needs: Wanted | undefined; readonly children: ReactNode }) =>
  useMay(needs) && children;

interface HeadButtonProps extends ActionProps {
  /** What most people come for. */
  readonly primary?: boolean;
  readonly dangerous?: boolean;
}

/** Beside the heading of a page or panel. */
export function HeadButton(props: HeadButtonProps) {
  const { label, dialog, busy = false, primary = false, dangerous, needs, ...rest } = props;
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <Allowed needs={needs}>
      <Button
        size="xs"
        variant={primary ? 'filled' : 'default'}
        {...(dangerous ? { className: 'danger' } : {})}
        loading={busy}
        {...(dialog ? { onClick: open } : {})}
        {...rest}
      >
        {label}
      </Button>
      {opened && dialog?.(close)}
    </Allowed>
  );
}

interface RowButtonProps extends Omit<ActionProps, 'dialog'> {
  /** What it is done to, for those who hear the buttons one by one. */
  readonly of: string;
  /** Most of what a row offers takes something away. */
  readonly safe?: boolean;
}

/** What can be done with one row. */
export function RowButton({ label, of, busy = false, safe = false, needs, ...rest }: RowButtonProps) {
  const look = safe ? { variant: 'default' } : { variant: 'subtle', className: 'danger' };
  return (
    <Allowed needs={needs}>
      <Button size="compact-xs" {...look} loading={busy} aria-label={`${label} ${of}`} {...rest}>
        {label}
      </Button>
    </Allowed>
  );
}

/** The name of a thing, as the way to its page. */
export function RowLink({ text, ...link }: LinkProps & { text: ReactNode }) {
  return (
    <Link {...(link as LinkProps)} className="row-link">
      {text}
    </Link>
  );
}

interface RowAction {
  readonly label: string;
  readonly onChoose?: () => void;
  /** In place of something to do at once. */
  readonly dialog?: Dialog;
  /** A file to download, in place of something to do. */
  readonly href?: string;
  readonly dangerous?: boolean;
  readonly needs?: Wanted | undefined;
}

/** Actions that all lead to the same object. */
export const allNeed = (needs: Wanted, actions: readonly RowAction[]): readonly RowAction[] =>
  actions.map((action) => ({ ...action, needs }));

interface RowMenuProps {
  readonly of: string;
  readonly actions: readonly RowAction[];
  /** Beside the buttons of a page it is a button as well. */
  readonly onPage?: boolean;
}

/** What can be done with one thing, beyond what has a button. */
export function RowMenu({ of, actions: all, onPage = false }: RowMenuProps) {
  const [chosen, setChosen] = useState<string>();
  const [touched, { open: touch }] = useDisclosure(onPage);
  const may = useMayEach(
    all.map(({ needs }) => needs),
    // A list has many rows, and few of their menus are opened.
    touched,
  );
  const actions = all.filter((_, at) => may[at]);
  if (onPage && actions.length === 0) return null;
  const look = onPage ? { variant: 'default', size: 30 } : { variant: 'subtle', color: 'gray' };
  return (
    <>
      <Menu position="bottom-end" onOpen={touch}>
        <Menu.Target>
          <ActionIcon {...look} aria-label={`Actions for ${of}`}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.length === 0 && !may.includes(undefined) && <Menu.Label>Your role allows nothing here</Menu.Label>}
          {actions.map(({ label, onChoose, dialog, href, dangerous }) =>
            href === undefined ? (
              <Menu.Item
                key={label}
                onClick={dialog ? () => setChosen(label) : onChoose}
                {...(dangerous ? { className: 'danger' } : {})}
              >
                {label}
              </Menu.Item>
            ) : (
              <Menu.Item key={label} component="a" href={href} download>
                {label}
              </Menu.Item>
            ),
          )}
        </Menu.Dropdown>
      </Menu>
      {actions.find(({ label }) => label === chosen)?.dialog?.(() => setChosen(undefined))}
    </>
  );
}

/** The name of a row, which shows it in detail elsewhere on the page. */
export function PickButton({ text, chosen, onPick }: { text: string; chosen: boolean; onPick: () => void }) {
  return (
    <UnstyledButton className="row-link" fz="sm" aria-pressed={chosen} data-chosen={chosen} onClick={onPick}>
      {text}
    </UnstyledButton>
  );
}

const GATEWAY = 'llmGateway';
const FIRST = { offset: 0, limit: 100 };

const isGateway = ({ resourceType, resourceId }: Resource): boolean =>
  resourceType === 'workload' && resourceId === GATEWAY;

/** What people call a thing that a quota is set for; its kind and id where nobody told its name. */
export const resourceText = (resource: Resource, name: string | null | undefined): string =>
  isGateway(resource) ? 'Gateway to language models' : (name ?? `${resource.resourceType} ${resource.resourceId}`);

/** A deployment, a workload or the gateway, by name. */
export function ResourceLink({ of, name }: { of: Resource; name: string | null | undefined }) {
  const text = resourceText(of, name);
  // What does not exist yet, or is not the reader's to see, has no page.
  if (name === null && !isGateway(of)) return <span className="fact">{text}</span>;
  if (isGateway(of)) {
    return <RowLink to="/llms" text={text} />;
  }
  if (of.resourceType === 'deployment') return <DeploymentLink id={of.resourceId} label={text} />;
  return <RowLink to="/workloads/$workloadId" params={{ workloadId: of.resourceId }} text={text} />;
}

/** The names of what quotas are set for, with one request for deployments and one for workloads where there are any. */
export function useResourceNames(resources: readonly Resource[]): (resource: Resource) => string | undefined {
  const deployments = useDeploymentLabels(resources.some(({ resourceType }) => resourceType === 'deployment'));
  const some = resources.some((one) => one.resourceType === 'workload' && !isGateway(one));
  const workloads = useCall(workloadCalls.list(FIRST), { enabled: some, staleTime: 60_000 });
  return ({ resourceType, resourceId }) =>
    resourceType === 'deployment'
      ? deployments.get(resourceId)
      : workloads.data?.data.find(({ id }) => id === resourceId)?.name;
}

const FIRST_DEPLOYMENTS = { offset: 0, limit: 100 };

/** The labels of the newest deployments, asked for once for a whole page; the others are told by their ids. */
export function useDeploymentLabels(enabled = true): ReadonlyMap<string, string> {
  const { data } = useCall(deploymentCalls.list(FIRST_DEPLOYMENTS), { enabled, staleTime: 60_000 });
  return new Map(data?.data.map(({ id, label }) => [id, label]));
}

/** A deployment by what people call it. */
export function DeploymentLink({ id, label }: { id: string; label: string | undefined }) {
  return (
    <Link to="/deployments/$deploymentId" params={{ deploymentId: id }} className="row-link fact">
      {label ?? id}
    </Link>
  );
}
