import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Installation } from './info.schema.ts';

/** On the managed cloud the machine is somebody else's: its settings are told to nobody. */
export function installationInfo({ config, actor }: Ctx): z.infer<typeof Installation> {
  const { installation, release, upgraded, values } = config;
  const seen = actor.role === 'admin' && installation === 'self-managed';
  const settings = values.map(({ setting, value, source }) => {
    const isSecret = setting.secret === true;
    return { name: setting.name, about: setting.about, value: isSecret ? null : value, isSecret, source };
  });
  return { installation, release, upgraded, settings: seen ? settings : null };
}
