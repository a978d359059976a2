import type { Ctx } from '#platform/context.ts';
import { type ByteReply, bytes } from '#platform/http/reply.ts';
import type { BatchSpec } from '../jobs/batch-spec.schema.ts';
import { withHiddenHeaders } from '../jobs/output-headers.ts';
import { getDefinitionOrThrow } from './run-definition.ts';

/** The settings of a definition as lines of `name = value`, for a server of its own that scores without this one. */
export async function portableDefinition(ctx: Ctx, id: string): Promise<ByteReply> {
  const { name, spec } = await getDefinitionOrThrow(ctx, id);
  const { intakeSettings, outputSettings, csvSettings, ...rest } = withHiddenHeaders(spec as BatchSpec);
  const lines = [
    `# ${name.replaceAll(/[\r\n]/g, ' ')}`,
    ...flat('prediction', rest),
    ...flat('intake', intakeSettings),
    ...flat('output', outputSettings),
    ...flat('csv', csvSettings),
  ];
  return bytes('text/plain; charset=utf-8', `${lines.join('\n')}\n`, {
    'content-disposition': `attachment;filename=job-definition-${id}.txt`,
  });
}

const flat = (prefix: string, settings: object): string[] =>
  Object.entries(settings).map(([field, value]) => {
    const snake = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return `${prefix}.${snake} = ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  });
