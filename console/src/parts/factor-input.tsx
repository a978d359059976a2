import { Anchor, TextInput } from '@mantine/core';
import type { Factor } from '../api/accounts.ts';

interface FactorInputProps {
  readonly factor: Factor;
  readonly onChange: (factor: Factor) => void;
  readonly autoFocus?: boolean;
}

/** A code from the authenticator app, or one of the recovery codes. */
export function FactorInput({ factor, onChange, autoFocus = false }: FactorInputProps) {
  const byApp = 'totpCode' in factor;
  return (
    <div>
      {byApp ? (
        <TextInput
          key="totp"
          label="Code from your authenticator app"
          description="Six digits, new every 30 seconds"
          value={factor.totpCode}
          onChange={(event) => onChange({ totpCode: event.currentTarget.value.replace(/\D/g, '').slice(0, 6) })}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]{6}"
          title="six digits"
          required
          autoFocus={autoFocus}
        />
      ) : (
        <TextInput
          key="recovery"
          label="Recovery code"
          description="Each of them works once"
          value={factor.recoveryCode}
          onChange={(event) => onChange({ recoveryCode: event.currentTarget.value.trim() })}
          autoComplete="off"
          autoCapitalize="none"
          required
          autoFocus
        />
      )}
      <Anchor
        component="button"
        type="button"
        size="sm"
        mt={6}
        onClick={() => onChange(byApp ? { recoveryCode: '' } : { totpCode: '' })}
      >
        {byApp ? 'Use a recovery code instead' : 'Use the authenticator app instead'}
      </Anchor>
    </div>
  );
}
