import { ActionIcon, Menu } from '@mantine/core';
import { Icon } from './icons.tsx';

export interface RowAction {
  readonly label: string;
  readonly onChoose?: () => void;
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
  const look = onPage ? { variant: 'default', size: 30 } : { variant: 'subtle', color: 'gray' };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon {...look} aria-label={`Actions for ${of}`}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, onChoose, href, dangerous }) =>
          href === undefined ? (
            <Menu.Item key={label} onClick={onChoose} {...(dangerous ? { className: 'danger' } : {})}>
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
  );
}
