export { importedOpcodes } from './importers.ts';
export { importHlo, type ImportHloOptions } from './import-hlo.ts';
export { isPartitioned } from './is-partitioned.ts';
export { groupsOf } from './ops/replica-groups.ts';
