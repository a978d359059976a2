import { Avatar, Box, Group, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import type { Account } from '../api/accounts.ts';
import { Icon } from '../parts/icons.tsx';
import { displayName, initials } from './person.ts';
import { useSignOut } from './use-sign-out.ts';

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Like the system' },
] as const;

export function AccountMenu({ account }: { account: Account }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return (
    <Menu position="top-start" width="target" shadow="md">
      <Menu.Target>
        <UnstyledButton className="account-button">
          <VisuallyHidden>Account menu of </VisuallyHidden>
          <Group gap="sm" wrap="nowrap">
            <Avatar radius="xl" size={34} color="almanac" variant="filled" aria-hidden="true">
              {initials(account)}
            </Avatar>
            <Box miw={0} flex={1}>
              <Text size="sm" fw={500} truncate>
                {displayName(account)}
              </Text>
              {account.email !== null && account.email !== displayName(account) && (
                <Text size="xs" c="dimmed" truncate>
                  {account.email}
                </Text>
              )}
            </Box>
            <Icon name="more" />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Appearance</Menu.Label>
        {schemes.map(({ value, label }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          >
            {label}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()} disabled={signOut.isPending}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
