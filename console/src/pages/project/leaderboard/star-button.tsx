import { ActionIcon } from '@mantine/core';
import { useChange } from '../../../api/call-query.ts';
import { type AnyModel, modelCalls, modelsKey } from '../../../api/models.ts';
import { Allowed } from '../../../parts/actions.tsx';
import { Icon } from '../../../parts/icons.tsx';

export function StarButton({ model }: { model: AnyModel }) {
  const star = useChange((starred: boolean) => modelCalls.change(model.projectId, model.id, { isStarred: starred }), {
    refresh: [modelsKey(model.projectId)],
  });
  const call = modelCalls.change(model.projectId, model.id, { isStarred: !model.isStarred });
  return (
    <Allowed needs={call}>
      <ActionIcon
        variant="subtle"
        size="sm"
        color={model.isStarred ? 'almanac' : 'gray'}
        className="star-button"
        aria-pressed={model.isStarred}
        aria-label={`Star ${model.modelType}, model ${model.modelNumber}`}
        loading={star.isPending}
        onClick={() => star.mutate(!model.isStarred)}
      >
        <Icon name="star" size={16} />
      </ActionIcon>
    </Allowed>
  );
}
