import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { pageQuery } from '#platform/http/page.ts';
import { CredentialData } from './credential.schema.ts';
import { readJdbcUrl } from './jdbc-url.rules.ts';

const canonicalName = z.string().trim().min(1).max(255);
const jdbcUrl = z
  .string()
  .max(2000)
  .superRefine((text, context) => {
    const read = readJdbcUrl(text);
    if (typeof read === 'string') context.addIssue({ code: 'custom', message: read });
  });
const params = z.strictObject({ driverId: z.string().max(64), jdbcUrl });

export const DataStoreCreate = z.strictObject({
  // The other types clients know are for other drivers than the one that ships.
  type: z.literal('jdbc'),
  canonicalName,
  params,
});
export const DataStoreChange = z.strictObject({
  canonicalName: canonicalName.optional(),
  params: params.partial().optional(),
});

export const DataStoreQuery = pageQuery().extend({
  type: z.enum(['jdbc', 'dr-database-v1', 'dr-connector-v1', 'databases', 'all']).default('all'),
  name: z.string().max(255).optional(),
  dataType: z.enum(['structured', 'unstructured', 'all']).default('all'),
  substituteUrlParameters: ignored(z.boolean().optional(), 'URLs of data stores have no parameters to substitute', [
    false,
  ]),
});
export const OneDataStoreQuery = DataStoreQuery.pick({ substituteUrlParameters: true });

export const DataStore = z.strictObject({
  id: z.string(),
  type: z.literal('jdbc'),
  canonicalName: z.string(),
  creator: z.string(),
  updated: z.iso.datetime(),
  role: z.string(),
  params: z.strictObject({ driverId: z.string(), jdbcUrl: z.string() }),
  driverClassType: z.literal('postgres'),
  associatedAuthTypes: z.array(z.string()),
});

/** Who signs in: by name and password, by a kept credential, or by the caller's default one when nothing is sent. */
const login = {
  user: z.string().max(255).nullish(),
  password: z.string().max(1024).nullish(),
  credentialId: z.string().max(64).nullish(),
  credentialData: CredentialData.nullish(),
  useKerberos: z.literal(false, 'Kerberos is not offered; send a user and password, or a credentialId').nullish(),
};
const identifier = z.string().min(1).max(255);

export const Login = z.strictObject(login);
export type LoginInput = z.output<typeof Login>;
export const TablesInput = Login.extend({ catalog: identifier.nullish(), schema: identifier.nullish() });
export const ColumnsInput = TablesInput.extend({ table: identifier });
export const PreviewInput = ColumnsInput.extend({ maxRows: z.int().min(1).max(1000).nullish() });

export const Tested = z.strictObject({ message: z.string() });
export const Schemas = z.strictObject({
  catalog: z.string(),
  catalogs: z.array(z.string()),
  schemas: z.array(z.string()),
});
export const TableList = z.strictObject({
  catalog: z.string(),
  tables: z.array(
    z.strictObject({ catalog: z.string(), schema: z.string(), name: z.string(), type: z.enum(['TABLE', 'VIEW']) }),
  ),
});
export const ColumnList = z.strictObject({
  columns: z.array(
    z.strictObject({
      name: z.string(),
      dataType: z.string(),
      precision: z.int().nullable(),
      scale: z.int().nullable(),
      isNullable: z.boolean(),
      isInPrimaryKey: z.boolean(),
    }),
  ),
});
export const Preview = z.strictObject({
  columns: z.array(z.string()),
  records: z.array(z.array(z.string().nullable())),
  resultSchema: z.array(z.strictObject({ name: z.string(), dataType: z.string() })),
});
