import { PasswordInput } from '@mantine/core';

interface PresentPasswordProps {
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly error?: string | undefined;
  readonly label?: string;
}

/** The password somebody has, typed again to prove who they are. */
export function PresentPassword({ value, onChange, error, label = 'Password' }: PresentPasswordProps) {
  return (
    <PasswordInput
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="current-password"
      required
      data-autofocus
      error={error}
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
    />
  );
}
