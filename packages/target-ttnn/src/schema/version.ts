import { parseSchema } from '../flatbuffers/parse-schema.ts';
import type { Schema } from '../flatbuffers/schema.ts';
import { fileSchema } from './file-schema.ts';
import { operationSchema } from './operation-schema.ts';
import { parameterSchema } from './parameter-schema.ts';

/** What a release of tt-mlir writes at the head of a file, and the tables that follow. */
export interface FormatVersion {
  /** The release, for messages. */
  readonly name: string;
  /** The hash of the release's own schema, by which its runtime knows files that it can load. */
  readonly schemaHash: string;
  readonly gitHash: string;
  readonly version: { readonly major: number; readonly minor: number; readonly patch: number };
  /** The declarations, parsed when first asked for. */
  schema(): Schema;
}

let pluginSchema: Schema | null = null;

/** The format of the wheel jax-tt-plugin 0.1.3, of October 2026. */
export const jaxTtPlugin013: FormatVersion = {
  name: 'jax-tt-plugin 0.1.3',
  schemaHash: '912b70aa54f878b01d094638d22c35ee6e20c7e7f1813913242a47e7f79c9bd2',
  gitHash: 'unknown',
  version: { major: 0, minor: 0, patch: 0 },
  schema: () => (pluginSchema ??= parseSchema(fileSchema + parameterSchema + operationSchema)),
};

/** The versions that are written and read. Another one is another entry. */
export const formatVersions: readonly FormatVersion[] = [jaxTtPlugin013];
