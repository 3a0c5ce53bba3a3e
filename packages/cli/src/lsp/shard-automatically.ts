import { CostError, MachineError } from '@shardform/cost-model';
import { programEntry } from '@shardform/dialect-func';
import { programMesh } from '@shardform/dialect-sdy';
import { printOp } from '@shardform/ir-core';
import { makePlan, PlanningError, tiesOf } from '@shardform/passes-planning';
import { DEFAULT_PARTITIONER } from '@shardform/study';

import { type CodeAction, CodeActionKind } from 'vscode-languageserver';
import { defaultMachine } from '../distribution/workload.ts';
import type { DocumentFacts } from './documents.ts';
import type { PassOutcome } from './run-pass.ts';

/** The command by which an editor plans the shardings of a document, which is its argument. */
export const PLAN_COMMAND = 'shardform.plan';

/** Operations that may be partitioned for trials: an editor waits for it. */
const WORK = 20_000;

/** The action that chooses all shardings that the document leaves open; none for programs without a mesh. */
export function planActions({ document, model }: DocumentFacts): CodeAction[] {
  if (!model.isValid || programMesh(model.module) === null) return [];
  const title = 'Shard automatically';
  return [
    {
      title,
      kind: `${CodeActionKind.Source}.shardform`,
      command: { title, command: PLAN_COMMAND, arguments: [document.uri] },
    },
  ];
}

/** Plans the shardings of a document for the machine that it describes, or else for one that is assumed. */
export function shardAutomatically({ document, model }: DocumentFacts): PassOutcome {
  const { context, module, isValid } = model;
  const [func, found] = [programEntry(module), programMesh(module)];
  if (!isValid) return { problem: 'the program has errors' };
  if (func === null || found === null)
    return { problem: 'the program has no mesh, such as sdy.mesh @mesh = <["x"=2, "y"=4]>' };
  const [name, mesh] = found;
  try {
    const machine = defaultMachine(module, mesh.totalSize);
    const partitioner = DEFAULT_PARTITIONER;
    const own = { machine, mesh: { name, mesh }, ties: tiesOf(func), work: WORK, partitioner };
    const { best } = makePlan(module, context, own);
    const end = document.positionAt(model.source.text.length);
    return {
      edit: { range: { start: { line: 0, character: 0 }, end }, newText: printOp(best.module, context) },
    };
  } catch (error) {
    const isKnown =
      error instanceof PlanningError || error instanceof CostError || error instanceof MachineError;
    if (!isKnown) throw error;
    return { problem: `the program can't be planned: ${error.message}` };
  }
}
