import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { type Recipe, recipeCalls, recipeKeys, recipeQueries } from '../../api/recipes.ts';
import { useChange } from '../../api/use-change.ts';
import { Answer } from '../../parts/answer.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { contentOf } from './use-preview.ts';

export function RecipeSql({ recipe }: { recipe: Recipe }) {
  return recipe.recipeType === 'SQL' ? <WrittenSql recipe={recipe} /> : <CompiledSql recipe={recipe} />;
}

function CompiledSql({ recipe }: { recipe: Recipe }) {
  const sql = useQuery({ ...recipeQueries.sql(recipe.recipeId, contentOf(recipe)), retry: false });
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {`The same steps as one statement in the dialect of this recipe, ${recipe.dialect}.`}
      </Text>
      <Answer of={sql} what="the SQL">
        {({ sql: text }) => <CodeBlock label="SQL" text={text} />}
      </Answer>
    </Stack>
  );
}

function WrittenSql({ recipe }: { recipe: Recipe }) {
  const [text, setText] = useState(recipe.sql ?? '');
  const save = useChange((sql: string) => recipeCalls.change(recipe.recipeId, { sql }), {
    refresh: [recipeKeys.one(recipe.recipeId)],
  });
  return (
    <Stack gap="sm">
      <Textarea
        label="SQL"
        description="It may read the inputs of this recipe, by their names, and nothing else."
        classNames={{ input: 'code-input' }}
        autosize
        minRows={12}
        readOnly={recipe.status !== 'draft'}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={fieldError(save.error, 'sql')}
      />
      <ProblemNote problem={save.error} title="The SQL was not saved" />
      <ProblemNote problem={recipe.errorMessage && new Error(recipe.errorMessage)} title="The SQL cannot be run" />
      {recipe.status === 'draft' && (
        <Group justify="flex-end">
          <Button size="xs" loading={save.isPending} onClick={() => save.mutate(text)}>
            Save
          </Button>
        </Group>
      )}
    </Stack>
  );
}
