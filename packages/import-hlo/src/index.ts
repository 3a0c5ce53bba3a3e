export { importedOpcodes } from './importers.ts';
export { importHlo, type ImportHloOptions } from './import-hlo.ts';
export { isPartitioned } from './is-partitioned.ts';
