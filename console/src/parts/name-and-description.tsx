import { Textarea } from '@mantine/core';
import { fieldError } from '../api/api-problem.ts';
import { NameInput } from './name-input.tsx';

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
