import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// One folder below the package's root in the sources, in the library build and in the bundled program.
const packages = new URL('../../', import.meta.url);

/**
 * Returns the folder of the toolkit's packages when the command runs from a checkout of its repository; `null` when it
 * is installed.
 */
export function checkoutPackages(): string | null {
  const isCheckout = existsSync(new URL('../pnpm-workspace.yaml', packages));
  return isCheckout ? fileURLToPath(packages) : null;
}
