export { exportHlo } from './export-hlo.ts';
