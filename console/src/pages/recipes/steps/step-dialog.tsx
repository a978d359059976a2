import { Anchor, Stack } from '@mantine/core';
import { useState } from 'react';
import { ApiProblem } from '../../../api/api-problem.ts';
import type { Operation } from '../../../api/recipes.ts';
import { FormModal } from '../../../parts/dialogs.tsx';
import { LongTextField } from '../../../parts/fields.tsx';
import { Dimmed } from '../../../parts/text.tsx';
import { argumentsOf, stepFromJson } from './complete.ts';
import { directives, directiveTitle } from './directives.ts';
import { StepField } from './step-field.tsx';

interface StepDialogProps {
  readonly step: Operation;
  /** Its place among the operations, from 0: what the API says of it begins so. */
  readonly index: number;
  readonly isNew: boolean;
  readonly columns: readonly string[];
  readonly busy: boolean;
  readonly problem: unknown;
  readonly onSave: (step: Operation) => void;
  readonly onClose: () => void;
}

/** One step as a form, or as the JSON the API takes. */
export function StepDialog({ step, index, isNew, columns, busy, problem, onSave, onClose }: StepDialogProps) {
  const form = Object.hasOwn(directives, step.directive) ? directives[step.directive] : undefined;
  const [values, setValues] = useState(step.arguments);
  const [json, setJson] = useState<string | undefined>(form ? undefined : JSON.stringify(step, null, 2));
  const [notJson, setNotJson] = useState<string>();
  const filled = { ...step, arguments: form ? argumentsOf(form.fields, values) : values };
  const save = () => {
    if (json === undefined) return onSave(filled);
    const read = stepFromJson(json);
    if (typeof read === 'string') return setNotJson(read);
    setNotJson(undefined);
    onSave(read);
  };
  const wrong = wrongArguments(problem, index);
  return (
    <FormModal
      title={isNew ? `Add: ${directiveTitle(step.directive)}` : `Edit: ${directiveTitle(step.directive)}`}
      onClose={onClose}
      submit={isNew ? 'Add step' : 'Save step'}
      onSubmit={save}
      change={{ isPending: busy, error: problem }}
      refused="The step was not saved"
    >
      {json === undefined && form ? (
        <Stack gap="sm">
          <Dimmed>{`${form.about}.`}</Dimmed>
          {form.fields
            .filter(({ when }) => when?.(values) ?? true)
            .map((field) => (
              <StepField
                key={field.name}
                field={field}
                values={values}
                onChange={(value) => setValues((old) => ({ ...old, [field.name]: value }))}
                columns={columns}
                wrong={wrong}
              />
            ))}
        </Stack>
      ) : (
        <LongTextField
          label="The step as JSON"
          description="As the API takes it"
          classNames={{ input: 'code-input' }}
          minRows={10}
          value={json ?? ''}
          onChange={setJson}
          error={notJson}
        />
      )}
      {form && json === undefined && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setJson(JSON.stringify(filled, null, 2))}
        >
          Edit as JSON instead
        </Anchor>
      )}
    </FormModal>
  );
}

/** What the API says about the arguments of this step, by their place inside it. */
function wrongArguments(problem: unknown, index: number): Readonly<Record<string, string>> {
  const start = `operations.${index}.arguments.`;
  const fields = problem instanceof ApiProblem ? Object.entries(problem.fields) : [];
  return Object.fromEntries(
    fields.filter(([place]) => place.startsWith(start)).map(([place, what]) => [place.slice(start.length), what]),
  );
}
