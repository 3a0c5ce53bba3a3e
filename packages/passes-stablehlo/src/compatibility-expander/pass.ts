import { applyPatternsGreedily, definePass, type RewritePattern, stringOption } from '@shardform/ir-core';
import { compareVersions, knownVersion, parseVersion, type Version } from '@shardform/dialect-vhlo';
import { batchingDimensionPatterns } from './batching-dimensions.ts';
import { useLineStarts } from './locations.ts';
import { meshGroupPatterns } from './mesh-groups.ts';
import { tanPatterns } from './tan.ts';

/** The features that each version introduced and older readers do not know, with their expansions. */
const expansions: readonly { readonly since: Version; readonly patterns: readonly RewritePattern[] }[] = [
  { since: knownVersion('1.1.0'), patterns: batchingDimensionPatterns },
  { since: knownVersion('1.4.0'), patterns: tanPatterns },
  { since: knownVersion('1.16.0'), patterns: meshGroupPatterns },
];
/** Since then locations may be ranges. */
const LOCATION_RANGES = knownVersion('1.9.0');

/** Makes a program one that older readers know; upstream's pass of this name. */
export const compatibilityExpander = /* @__PURE__ */ definePass({
  name: 'stablehlo-compatibility-expander',
  className: 'StablehloCompatibilityExpanderPass',
  summary: 'Compatibility expander for StableHLO operations.',
  description:
    'StableHLO ops get updates or new op is introduced in the latest versions. This opt-in pass expands backward ' +
    'compatibility with older StableHLO versions by decomposing newer StableHLO operations into equivalent ' +
    'operations supported by those older versions: batching dimensions of gather and scatter (1.1.0), tan (1.4.0), ' +
    'locations that are ranges (1.9.0) and replica groups that are axes of meshes (1.16.0).',
  anchor: 'builtin.module',
  dependentDialects: ['chlo'],
  options: { target: stringOption('The target version. Must be a version of the form #.#.#.') },
  run(module, pass) {
    const { target: text } = pass.options;
    const target = parseVersion(text);
    if (target === null) {
      const problem =
        text === '' ? 'No target version specified.' : `Invalid target version argument '${text}'`;
      const message = `${problem}\nTarget version must be of the form \`#.#.#\`.`;
      pass.context.diagnostics.emitOn(module, 'error', message);
      return;
    }
    if (compareVersions(target, LOCATION_RANGES) < 0) useLineStarts(module);
    const patterns = expansions.flatMap((expansion) =>
      compareVersions(target, expansion.since) < 0 ? expansion.patterns : [],
    );
    applyPatternsGreedily(module, patterns, pass.context);
  },
});
