import { FuncOp } from '@shardform/dialect-func';
import { interpreter } from '@shardform/dialect-stablehlo';
import { type InterfaceImplementation, type Region, SymbolRefAttr, SymbolTables } from '@shardform/ir-core';
import { ExecutionError } from '../interpreter/execution-error.ts';
import { type DeviceState, interpretable } from '../interpreter/interpretable.ts';
import { isArray, type RuntimeValue } from '../interpreter/runtime-value.ts';

/** Runs a function on each process of a grid, row by row, on the inputs that are its own. */
function runParallel(
  op: interpreter.RunParallelOp,
  inputs: readonly RuntimeValue[],
  state: DeviceState,
): readonly RuntimeValue[] {
  const symbols = new SymbolTables();
  const bodyOf = (name: string): Region => {
    const func = symbols.lookupNearest(op, SymbolRefAttr.get(name));
    if (func instanceof FuncOp && !func.isDeclaration) return func.body;
    throw new ExecutionError(op, `function '@${name}' has no body to execute`);
  };
  const programs = op.programNames();
  const bodies = programs.flat().map(bodyOf);
  // Verified: the elements are symbols.
  const names = op.infeed?.elements.map((name) => (name as SymbolRefAttr).root) ?? [];
  const infeed = names.map((name) => state.runDevices([bodyOf(name)], () => [])[0].filter(isArray));
  let next = 0;
  const own = bodies.map((body) => inputs.slice(next, (next += body.entry.arguments.length)));
  const grid = { replicas: programs.length, partitions: programs[0].length };
  return state.runDevices(bodies, (device) => own[device], { grid, infeed }).flat();
}

/** Operations that StableHLO's reference interpreter adds to StableHLO. */
export const processRunInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(
    interpreter.RunParallelOp,
    (op) => (inputs: readonly RuntimeValue[], state) => runParallel(op, inputs, state),
  ),
  interpretable.implementFor(interpreter.PrintOp, (op) => ([x], { machine }) => {
    machine.print(x, op);
    return [];
  }),
  interpretable.implementFor(interpreter.ProbeOp, (op) => ([x], { machine }) => {
    machine.probes.push({ id: op.probeId.value, array: x });
    return [x];
  }),
];
