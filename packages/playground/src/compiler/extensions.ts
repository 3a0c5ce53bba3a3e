import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, type Extension } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { simulator } from '@shardform/runtime-sim';
import type { TargetReading } from '@shardform/study';
import { stablehloPasses } from '@shardform/passes-stablehlo';
import { vhloPasses } from '@shardform/dialect-vhlo';
import {
  arithDialect,
  cfDialect,
  complexDialect,
  mathDialect,
  quantDialect,
  scfDialect,
  shapeDialect,
  sparseTensorDialect,
  tensorDialect,
} from '@shardform/dialects-mlir';

const sharding: readonly Extension[] = [
  builtinPasses,
  funcDialect,
  arithDialect,
  cfDialect,
  complexDialect,
  mathDialect,
  quantDialect,
  scfDialect,
  shapeDialect,
  sparseTensorDialect,
  tensorDialect,
  stablehloDialect,
  chloDialect,
  stablehloPasses,
  vhloPasses,
  sdyDialect,
  shardingPasses,
  simulator,
];

const TENSTORRENT = /\btt(core|ir|nn)\b|\bttir-|\bttnn-|stablehlo-pipeline|stablehlo-to-ttir/;

/** Extensions that are loaded when a program or a step uses them. */
const onDemand = [
  {
    names: TENSTORRENT,
    load: () => import('./tenstorrent.ts').then(({ tenstorrent }) => tenstorrent),
  },
  {
    names: /\bmpmd[.-]/,
    load: () => import('./mpmd.ts').then(({ mpmd }) => mpmd),
  },
  {
    names: /\bhlo\.[a-z]|^compiled-by-xla\b/,
    load: () => import('./hlo-dialect.ts').then(({ hlo }) => hlo),
  },
  {
    names: /\bdist[.-]/,
    load: () => import('./distribution.ts').then(({ distribution }) => distribution),
  },
];

/** Returns the target whose pipelines the steps are; `null` for none. */
export async function targetOf(steps: readonly string[]): Promise<TargetReading | null> {
  if (!steps.some((step) => TENSTORRENT.test(step))) return null;
  return (await import('./tenstorrent.ts')).tenstorrentReading;
}

/** Returns the extensions that a program and its steps need. */
export async function extensionsFor(
  text: string,
  steps: readonly string[] = [],
): Promise<readonly Extension[]> {
  const needed = onDemand.filter(({ names }) => [text, ...steps].some((part) => names.test(part)));
  const loaded = await Promise.all(needed.map(({ load }) => load()));
  return [...sharding, ...loaded.flat()];
}
