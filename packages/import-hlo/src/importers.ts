import type { Instruction } from '@shardform/hlo-module';
import { failAt } from './hlo-import-error.ts';
import type { InstructionImporter } from './imported-instruction.ts';
import { asyncImporters } from './ops/async.ts';
import { collectiveImporters } from './ops/collectives.ts';
import { contractionImporters } from './ops/contractions.ts';
import { controlFlowImporters } from './ops/control-flow.ts';
import { customCallImporters } from './ops/custom-call.ts';
import { elementwiseImporters } from './ops/elementwise.ts';
import { hostTransferImporters } from './ops/host-transfers.ts';
import { randomAndNormImporters } from './ops/random.ts';
import { reductionImporters } from './ops/reductions.ts';
import { shapeImporters } from './ops/shape-ops.ts';

const importers: ReadonlyMap<string, InstructionImporter> = new Map(
  [
    asyncImporters,
    collectiveImporters,
    contractionImporters,
    controlFlowImporters,
    customCallImporters,
    elementwiseImporters,
    hostTransferImporters,
    randomAndNormImporters,
    reductionImporters,
    shapeImporters,
  ].flatMap((table) => Object.entries(table)),
);

/** The opcodes that can be imported, in alphabetical order; `parameter` is part of any computation. */
export const importedOpcodes: readonly string[] = [...importers.keys(), 'parameter'].sort();

/** Returns the importer of an instruction. @throws HloImportError for an unknown opcode. */
export function importerOf(instruction: Instruction): InstructionImporter {
  return (
    importers.get(instruction.opcode) ??
    failAt(
      instruction,
      'is of an opcode that is not known; print the module of a pass before it was made, or file an issue with this line',
    )
  );
}
