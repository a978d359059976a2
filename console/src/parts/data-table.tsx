import { ActionIcon, Menu, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

interface DataTableProps {
  readonly label: string;
  /** The headings. An empty one belongs to the column of actions. */
  readonly columns: readonly string[];
  /** Those of them whose values are numbers. */
  readonly numeric?: readonly string[];
  readonly minWidth?: number;
  readonly children: ReactNode;
}

/** A table that scrolls sideways on narrow screens, also by keyboard. */
export function DataTable({ label, columns, numeric = [], minWidth = 640, children }: DataTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="table-scroll" aria-label={label} tabIndex={0}>
      <Table verticalSpacing="sm" horizontalSpacing="md" miw={minWidth}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th
                key={column}
                ta={numeric.includes(column) ? 'right' : 'left'}
                {...(column === '' ? { 'aria-label': 'Actions' } : {})}
              >
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </section>
  );
}

interface DetailsProps {
  readonly facts: readonly (readonly [string, ReactNode])[];
  /** Less where there is little room. */
  readonly nameWidth?: number;
}

/** What is known of one thing: names left, values right. */
export function Details({ facts, nameWidth = 200 }: DetailsProps) {
  return (
    <Table>
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" className="fact-name" style={{ '--fact-name': `${nameWidth}px` }} fw={500}>
              {name}
            </Table.Th>
            <Table.Td className="fact">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface RowAction {
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
