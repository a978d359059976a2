import { grantOwnership } from '#accounts';
import type { Platform } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';
import { DEPLOYMENT } from '../deployment.kind.ts';
import { aPackage, type PackageMade, type PackageOptions } from '../deployments.fixtures.ts';
import { nativeEnvironment } from '../environments/environment.kind.ts';
import type { ModelKind } from '../model.fixtures.ts';
import { deploymentStore } from '../records/deployment.store.ts';
import { DEFAULT_SETTINGS, type DeploymentSettings } from '../records/deployment-settings.ts';

export interface ADeployment extends PackageMade {
  readonly id: string;
  /** `POST` and the path. */
  readonly line: string;
}

/** An active deployment of a model that was made in milliseconds. */
export async function aDeployment(
  platform: Platform,
  owner: { readonly id: string; readonly organizationId: string },
  kind: ModelKind,
  options: PackageOptions & {
    readonly settings?: Partial<DeploymentSettings>;
    readonly status?: 'active' | 'inactive';
  } = {},
): Promise<ADeployment> {
  const made = await aPackage(platform, owner, kind, options);
  const { id: environmentId } = await nativeEnvironment(platform, owner.organizationId);
  const now = platform.now();
  const id = newId(now);
  await platform.db.transaction(async (tx) => {
    await deploymentStore(tx).insert({
      id,
      organization_id: owner.organizationId,
      label: `A deployment of a ${kind} model`,
      status: options.status ?? 'active',
      environment_id: environmentId,
      package_id: made.row.id,
      settings: JSON.stringify({ ...DEFAULT_SETTINGS, ...options.settings }),
      created_by: owner.id,
      created_at: now,
      updated_at: now,
    });
    const actor = { userId: owner.id, organizationId: owner.organizationId } as Parameters<typeof grantOwnership>[1];
    await grantOwnership(tx, actor, now, { kind: DEPLOYMENT, id });
  });
  return { ...made, id, line: `POST /predApi/v1.0/deployments/${id}/predictions` };
}
