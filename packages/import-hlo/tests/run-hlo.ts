import { hloDialect } from '@shardform/dialect-hlo';
import { chloDialect } from '@shardform/dialect-stablehlo';
import { readHloText } from '@shardform/hlo-module';
import { Context } from '@shardform/ir-core';
import { elementsOf, type NdArray, runSpmd, simulator } from '@shardform/runtime-sim';
import { importHlo } from '../src/index.ts';

const context = new Context([hloDialect, chloDialect, simulator]);

/** Executes HLO text on devices. @returns the elements of the results of each. */
export function runHlo(
  text: string,
  inputsOf: (device: number) => readonly NdArray[],
  devices = 1,
): number[][][] {
  const { result: module, diagnostics } = context.diagnostics.capture(() =>
    importHlo(readHloText(text), context),
  );
  if (module === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return runSpmd(module, devices, inputsOf, context).map((results) =>
    results.map((array) => elementsOf(array).map(Number)),
  );
}
