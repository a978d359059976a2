import { type ModelPackageRow, watchedPackage } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import type { Layout } from '../profiles/layout.ts';
import { loadLayout } from '../profiles/load-layout.ts';
import { packagesOf, type Question } from '../scope/statistics-scope.ts';

export interface AskedModel {
  readonly modelId: string;
  readonly model: ModelPackageRow;
  readonly layout: Layout;
}

/** The first model that was asked for, with its reference; undefined for one that was never behind the deployment. */
export async function askedModel(ctx: Ctx, question: Question): Promise<AskedModel | undefined> {
  const [first = ''] = question.modelIds;
  return (await askedModels(ctx, { ...question, modelIds: [first] }))[0];
}

export async function askedModels(ctx: Ctx, question: Question): Promise<AskedModel[]> {
  const packages = await packagesOf(ctx, question);
  const found: AskedModel[] = [];
  for (const modelId of question.modelIds) {
    const packageId = packages.get(modelId);
    const { current } = question;
    const model = packageId === current?.id ? current : packageId && (await watchedPackage(ctx, packageId));
    if (model) found.push({ modelId, model, layout: await loadLayout(ctx, model) });
  }
  return found;
}
