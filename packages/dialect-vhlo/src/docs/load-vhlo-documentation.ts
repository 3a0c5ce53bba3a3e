import type { Dialect, DialectDocumentation, Extension, OpDocumentation } from '@shardform/ir-core';

/** The dialects of extensions and of those that they require. */
function dialectsOf(extensions: readonly Extension[]): Dialect[] {
  return extensions.flatMap(({ dialects, requires }) => [...(dialects ?? []), ...dialectsOf(requires ?? [])]);
}

/** The documentation that is loaded: editors ask with every hover, and each program is converted. */
const loaded = new WeakMap<Extension, Promise<DialectDocumentation>>();

/** Loads the documentation of VHLO's operations. @param vhlo the dialect, which requires StableHLO and func. */
export function loadVhloDocumentation(vhlo: Extension): Promise<DialectDocumentation> {
  const known = loaded.get(vhlo);
  if (known !== undefined) return known;
  const documentation = load(vhlo);
  loaded.set(vhlo, documentation);
  return documentation;
}

async function load(vhlo: Extension): Promise<DialectDocumentation> {
  const sources = new Map<string, OpDocumentation>();
  for (const { name, documentation } of dialectsOf([vhlo])) {
    if (name !== 'stablehlo' && name !== 'func') continue;
    const own = (await documentation?.()) ?? {};
    for (const [mnemonic, entry] of Object.entries(own)) sources.set(`${name}.${mnemonic}`, entry);
  }
  return (await import('./vhlo-documentation.ts')).vhloDocumentation([vhlo], sources);
}
