import { Textarea, TextInput } from '@mantine/core';
import { fieldError } from '../api/api-problem.ts';

interface NameInputProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
  /** The refusal: what it says of the name stands at the field. */
  readonly problem?: unknown;
  /** What the API calls the name. */
  readonly field?: string;
  readonly label?: string;
  readonly description?: string;
  readonly placeholder?: string;
  /** It may be left out; `description` says what happens then. */
  readonly optional?: boolean;
  /** The first field of a dialog takes the focus, unless another does. */
  readonly focus?: boolean;
}

/** What something is called. */
export function NameInput({ value, onChange, problem, field = 'name', label = 'Name', ...more }: NameInputProps) {
  const { description, placeholder, optional = false, focus = true } = more;
  return (
    <TextInput
      label={label}
      {...(description === undefined ? {} : { description })}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      required={!optional}
      {...(focus ? { 'data-autofocus': true } : {})}
      error={fieldError(problem, field)}
    />
  );
}

interface NameAndDescriptionProps {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly description: string;
  readonly onDescription: (description: string) => void;
  /** The refusal: what it says of a field stands at the field. */
  readonly problem: unknown;
  /** What the API calls the name. */
  readonly nameField?: string;
}

/** The two fields nearly everything has that people make. */
export function NameAndDescription(props: NameAndDescriptionProps) {
  const { name, onName, description, onDescription, problem, nameField = 'name' } = props;
  return (
    <>
      <NameInput value={name} onChange={onName} problem={problem} field={nameField} />
      <Textarea
        label="Description"
        description="Optional"
        value={description}
        onChange={(event) => onDescription(event.currentTarget.value)}
        autosize
        minRows={2}
        error={fieldError(problem, 'description')}
      />
    </>
  );
}
