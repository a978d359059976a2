import {
  Checkbox,
  type CheckboxProps,
  MultiSelect,
  type MultiSelectProps,
  NumberInput,
  type NumberInputProps,
  PasswordInput,
  type PasswordInputProps,
  Select,
  type SelectProps,
  Switch,
  type SwitchProps,
  TagsInput,
  type TagsInputProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { createContext, type ReactNode, use, useState } from 'react';
import { fieldError } from '../api/api-problem.ts';

/** Why the form around was refused: each field shows what is said of it. */
const Refusal = createContext<unknown>(undefined);

export const RefusedFields = ({ problem, children }: { problem: unknown; children: ReactNode }) => (
  <Refusal value={problem}>{children}</Refusal>
);

/** A field of the library whose `onChange` is given the value itself, and that finds its own error. */
type Valued<Props, Value> = Omit<Props, 'value' | 'onChange'> & {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** What the API calls it: `llmSettings.topP`. */
  readonly field?: string;
};
type Checked<Props> = Omit<Props, 'onChange'> & { readonly onChange: (checked: boolean) => void };

export const useFieldError = (field: string | undefined): string | undefined => {
  const problem = use(Refusal);
  return field === undefined ? undefined : fieldError(problem, field);
};

export const TextField = ({ onChange, field, ...props }: Valued<TextInputProps, string>) => (
  <TextInput error={useFieldError(field)} {...props} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
);

/** Several lines; it grows with its text. */
export const LongTextField = ({ onChange, field, ...props }: Valued<TextareaProps, string>) => (
  <Textarea
    autosize
    minRows={2}
    error={useFieldError(field)}
    {...props}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

export const PasswordField = ({ onChange, field, ...props }: Valued<PasswordInputProps, string>) => (
  <PasswordInput
    error={useFieldError(field)}
    visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
    {...props}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

/** A number, or nothing while the field is empty. */
export const NumberField = ({ onChange, field, ...props }: Valued<NumberInputProps, number | ''>) => (
  <NumberInput
    error={useFieldError(field)}
    {...props}
    onChange={(value) => onChange(typeof value === 'number' ? value : '')}
  />
);

export const TagsField = ({ value, field, ...props }: Valued<TagsInputProps, readonly string[]>) => (
  <TagsInput error={useFieldError(field)} {...props} value={[...value]} />
);

export const Toggle = ({ onChange, ...props }: Checked<SwitchProps>) => (
  <Switch {...props} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
);

export const Check = ({ onChange, ...props }: Checked<CheckboxProps>) => (
  <Checkbox {...props} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
);

export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

type ChoiceFieldProps<Value extends string> = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'allowDeselect'> & {
  readonly data: readonly (Value | Choice<Value>)[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly field?: string;
};

/** One of a few; there is always one chosen, once `value` is not null. */
export const ChoiceField = <Value extends string>({
  data,
  value,
  onChange,
  field,
  ...props
}: ChoiceFieldProps<Value>) => (
  <Select
    error={useFieldError(field)}
    {...props}
    data={data.map((one) => (typeof one === 'string' ? { value: one, label: one } : one))}
    value={value}
    onChange={(next) => next !== null && onChange(next as Value)}
    allowDeselect={false}
  />
);

/** One of many, or none. */
export const OptionField = ({ field, ...props }: SelectProps & { readonly field?: string }) => (
  <Select error={useFieldError(field)} {...props} />
);

/** Any number of many. */
export const ManyField = ({ field, ...props }: MultiSelectProps & { readonly field?: string }) => (
  <MultiSelect error={useFieldError(field)} {...props} />
);

/** The values of a form, and each of its fields: what it is called, its value, how it changes. */
export function useFields<Values extends object>(first: Values) {
  const [values, setValues] = useState(first);
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }));
  const field = <Name extends keyof Values & string>(name: Name) => ({
    field: name,
    value: values[name],
    onChange: (value: Values[Name]) => set({ [name]: value } as unknown as Partial<Values>),
  });
  return { values, set, field };
}

interface NameInputProps extends Valued<TextInputProps, string> {
  /** It may be left out; `description` says what happens then. */
  readonly optional?: boolean;
  /** The first field of a dialog takes the focus, unless another does. */
  readonly focus?: boolean;
}

/** What something is called. */
export const NameInput = ({ optional = false, focus = true, ...props }: NameInputProps) => (
  <TextField label="Name" field="name" required={!optional} {...(focus ? { 'data-autofocus': true } : {})} {...props} />
);

interface NameAndDescriptionProps {
  readonly name: NameInputProps;
  readonly description: Valued<TextareaProps, string>;
}

/** The two fields nearly everything has that people make. */
export const NameAndDescription = ({ name, description }: NameAndDescriptionProps) => (
  <>
    <NameInput {...name} />
    <LongTextField label="Description" description="Optional" field="description" {...description} />
  </>
);
