import { ActionIcon, Button, Menu, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
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
}

interface HeadButtonProps extends ActionProps {
  /** What most people come for. */
  readonly primary?: boolean;
  readonly dangerous?: boolean;
}

/** Beside the heading of a page or panel. */
export function HeadButton({ label, dialog, busy = false, primary = false, dangerous, ...rest }: HeadButtonProps) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
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
    </>
  );
}

interface RowButtonProps extends Omit<ActionProps, 'dialog'> {
  /** What it is done to, for those who hear the buttons one by one. */
  readonly of: string;
  /** Most of what a row offers takes something away. */
  readonly safe?: boolean;
}

/** What can be done with one row. */
export function RowButton({ label, of, busy = false, safe = false, ...rest }: RowButtonProps) {
  const look = safe ? { variant: 'default' } : { variant: 'subtle', className: 'danger' };
  return (
    <Button size="compact-xs" {...look} loading={busy} aria-label={`${label} ${of}`} {...rest}>
      {label}
    </Button>
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
}

interface RowMenuProps {
  readonly of: string;
  readonly actions: readonly RowAction[];
  /** Beside the buttons of a page it is a button as well. */
  readonly onPage?: boolean;
}

/** What can be done with one thing, beyond what has a button. */
export function RowMenu({ of, actions, onPage = false }: RowMenuProps) {
  const [chosen, setChosen] = useState<string>();
  const look = onPage ? { variant: 'default', size: 30 } : { variant: 'subtle', color: 'gray' };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon {...look} aria-label={`Actions for ${of}`}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
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
