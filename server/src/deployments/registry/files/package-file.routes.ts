import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { ignored } from '#platform/http/ignored.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs, type ObjectAccess } from '#platform/http/route-access.ts';
import { ModelPackage } from '../package.schema.ts';
import { REGISTERED_MODEL } from '../registry.kind.ts';
import { computeAllTsIntervals, FromPackageFile } from '../registry.schema.ts';
import { buildPackageFile, downloadPackage, noScoringCode } from './download.ts';
import { importPackage } from './import-package.ts';
import { downloadOnnx } from './onnx.ts';

const route = routeGroup({ part: 'deployments', added: 'v2.25' });
const Begun = z.strictObject({ statusId: z.string() });
const flag = z.boolean().nullish();
const noCode = ignored(flag, 'Models have no scoring code: download the package file', [false]);
const options = { includeAgent: noCode, includePredictionExplanations: noCode, includePredictionIntervals: noCode };
const CodeQuery = z.strictObject({ sourceCode: noCode, ...options });
const CodeBuild = z.strictObject(options);
const FileBuild = z.strictObject({ computeAllTsIntervals });

type Params = Readonly<Record<string, string>>;

interface Holder {
  readonly path: string;
  /** The path parameter that names it. */
  readonly param: string;
  readonly name: string;
  readonly title: string;
  readonly access: ObjectAccess;
  /** The version whose file it is. */
  packageOf(ctx: Ctx, id: string): Promise<string>;
}

/** The four routes of a version's file, also offered by the deployment that serves it. */
const REFUSALS = {
  403: ['sharing.role_too_small'],
  404: ['registry.no_such_package'],
  422: ['registry.is_external'],
} as const;
const NO_SCORING_CODE = { ...REFUSALS, 422: ['registry.no_scoring_code'] } as const;

/** The four routes of a version's file, also offered by the deployment that serves it. */
export const packageFileRoutesOf = (holder: Holder): RouteRecord[] => {
  const { path, param, name, title, access } = holder;
  const packageOf = (ctx: Ctx, params: Params) => holder.packageOf(ctx, params[param] ?? '');
  const place = (params: Params) => `${path.replace(`{${param}}`, params[param] ?? '')}modelPackageFile/`;
  return [
    route.post(`${path}modelPackageFileBuilds/`, `build${name}File`, {
      access,
      summary: `Make ${title} into a file that another installation reads`,
      body: FileBuild,
      bodyOptional: true,
      replies: { 202: Begun },
      refusals: REFUSALS,
      handle: async (ctx, { params }) => buildPackageFile(ctx, await packageOf(ctx, params), place(params)),
    }),
    route.get(`${path}modelPackageFile/`, `download${name}File`, {
      access,
      summary: `Download ${title}: its plan, its files and what it is compared with, in one file`,
      replies: { 200: null },
      refusals: REFUSALS,
      handle: async (ctx, { params }) => downloadPackage(ctx, await packageOf(ctx, params)),
    }),
    route.post(`${path}scoringCodeBuilds/`, `build${name}ScoringCode`, {
      access,
      summary: 'Refused: models have no scoring code; download the package file',
      body: CodeBuild,
      bodyOptional: true,
      replies: {},
      refusals: NO_SCORING_CODE,
      handle: async (ctx, { params }) => noScoringCode(ctx, await packageOf(ctx, params)),
    }),
    route.get(`${path}scoringCode/`, `download${name}ScoringCode`, {
      access,
      summary: 'Refused: models have no scoring code; download the package file',
      query: CodeQuery,
      replies: {},
      refusals: NO_SCORING_CODE,
      handle: async (ctx, { params }) => noScoringCode(ctx, await packageOf(ctx, params)),
    }),
  ];
};

export const packageFileRoutes: readonly RouteRecord[] = [
  ...packageFileRoutesOf({
    path: '/api/v2/modelPackages/{modelPackageId}/',
    param: 'modelPackageId',
    name: 'ModelPackage',
    title: 'a model package',
    access: needs(REGISTERED_MODEL, 'use', null),
    packageOf: async (_ctx, id) => id,
  }),
  route.get('/api/v2/modelPackages/{modelPackageId}/onnx/', 'downloadModelPackageOnnx', {
    access: needs(REGISTERED_MODEL, 'use', null),
    summary: 'Download a model package as ONNX: linear models, trees and weighted means of those',
    history: { added: 'v2.43' },
    replies: { 200: null },
    refusals: {
      403: ['sharing.role_too_small'],
      404: ['registry.no_such_package'],
      422: ['registry.is_external', 'registry.no_onnx'],
      429: ['registry.too_many_onnx'],
    },
    handle: (ctx, { params }) => downloadOnnx(ctx, params.modelPackageId),
  }),
  route.post('/api/v2/modelPackages/fromModelPackageFile/', 'createModelPackageFromFile', {
    summary:
      'Register the model of a package file; it is verified in the background, and buildStatus shows when it is complete',
    takes: 'form',
    body: FromPackageFile,
    replies: { 201: ModelPackage },
    refusals: { 422: ['registry.not_a_package'] },
    handle: (ctx, { form, body }) => importPackage(ctx, form, body),
  }),
];
