import { definePipeline, type Extension } from '@shardform/ir-core';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { quantDialect, shapeDialect } from '@shardform/dialects-mlir';
import { attributeForms, readAttribute, writeAttribute } from './attributes.ts';
import { artifactCapability } from './gaps.ts';
import { loadVhloDocumentation } from './docs/load-vhlo-documentation.ts';
import { enumForms } from './enums.ts';
import { vhloOps } from './ops.ts';
import { stablehloLegalizeToVhlo } from './stablehlo-legalize-to-vhlo.ts';
import { readType, typeForms, writeType } from './types.ts';
import { currentVersion, versionText } from './version.ts';
import { vhloLegalizeToStablehlo } from './vhlo-legalize-to-stablehlo.ts';
import { vhloToVersion } from './vhlo-to-version.ts';

/** VHLO: StableHLO with versions, in which programs are stored (StableHLO, `docs/vhlo.md`). */
export const vhloDialect: Extension = {
  name: 'dialect-vhlo',
  get requires() {
    return [stablehloDialect, quantDialect, shapeDialect];
  },
  dialects: [
    {
      name: 'vhlo',
      documentation: () => loadVhloDocumentation(vhloDialect),
      bytecode: { readAttribute, writeAttribute, readType, writeType },
      unknownAttrMessage: () => 'unknown vhlo attribute',
      unknownTypeMessage: (mnemonic) => `unknown vhlo type: ${mnemonic}`,
    },
  ],
  ops: [...vhloOps.values()].map(({ opClass }) => opClass),
  attrs: [...attributeForms, ...enumForms.map(({ cls }) => cls)],
  // Forms make the classes of types that the extension declares.
  types: typeForms as unknown as NonNullable<Extension['types']>,
  capabilities: [artifactCapability],
};

/** StableHLO's `stablehlo-deserialize`. */
export const stablehloDeserialize = /* @__PURE__ */ definePipeline({
  name: 'stablehlo-deserialize',
  summary: 'Run an example pipeline that deserializes VHLO of any version to StableHLO.',
  description: 'Upgrades VHLO to the newest version and makes StableHLO of it.',
  build: () => [
    vhloToVersion.create({ target: versionText(currentVersion) }),
    vhloLegalizeToStablehlo.create(),
  ],
});

/** The passes between StableHLO and VHLO. */
export const vhloPasses: Extension = {
  name: 'dialect-vhlo/passes',
  get requires() {
    return [vhloDialect];
  },
  passes: [stablehloLegalizeToVhlo, vhloLegalizeToStablehlo, vhloToVersion],
  pipelines: [stablehloDeserialize],
};
