import { ActionIcon, Menu } from '@mantine/core';
import { Icon } from './icons.tsx';

export interface RowAction {
  readonly label: string;
  readonly onChoose: () => void;
  readonly dangerous?: boolean;
}

/** What can be done with one row. */
export function RowMenu({ of, actions }: { of: string; actions: readonly RowAction[] }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${of}`}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, onChoose, dangerous }) => (
          <Menu.Item key={label} onClick={onChoose} {...(dangerous ? { className: 'danger' } : {})}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
