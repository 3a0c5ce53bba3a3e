export { exportHlo } from './export-hlo.ts';
export { prepareForExport } from './prepare/prepare.ts';
