// Runs the pinned pnpm with this command's arguments, for machines that have Node and npm only.
import { pnpm } from './pnpm.mjs';

process.exit(pnpm(process.argv.slice(2)));
