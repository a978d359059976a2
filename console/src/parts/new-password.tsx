import { Group, PasswordInput, Progress, Text } from '@mantine/core';
import { passwordStrength } from './password-strength.ts';

interface NewPasswordProps {
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly username: string;
  readonly error?: string | undefined;
  readonly label?: string;
}

const colors = ['red.7', 'orange.7', 'yellow.7', 'almanac.6', 'almanac.7'] as const;

/** A password somebody is making up, with a hint how good it is. */
export function NewPassword({ value, onChange, username, error, label = 'Password' }: NewPasswordProps) {
  const { score, label: strength, advice } = passwordStrength(value, username);
  return (
    <div>
      <PasswordInput
        label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="new-password"
        required
        error={error}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      />
      {value !== '' && (
        <div aria-live="polite">
          <Group gap="sm" mt={8} wrap="nowrap">
            <Progress
              value={(score + 1) * 20}
              color={colors[score]}
              size="sm"
              flex={1}
              aria-label="Password strength"
            />
            <Text size="xs" w={64} ta="right">
              {strength}
            </Text>
          </Group>
          <Text size="xs" c="dimmed" mt={4}>
            {advice}
          </Text>
        </div>
      )}
    </div>
  );
}
