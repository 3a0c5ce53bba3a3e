import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import { type MeshAttr, SHARDING, TensorShardingAttr } from '@shardform/dialect-sdy';
import { argumentName, locationOf, resultName } from '@shardform/inspect';
import { pythonComment, pythonDocumentation, pythonString } from '@shardform/ir-core';
import type { AnnotableValue } from './annotated-program.ts';
import { partitionSpec, signatureSpec } from './partition-spec.ts';
import { PYTHON_HELPER } from './python-helper.ts';

/** What is written for JAX. */
export interface JaxPlan {
  /** Of the plan, with shardings on arguments and results. */
  readonly func: FuncOp;
  readonly mesh: MeshAttr;
  readonly constraints: readonly AnnotableValue[];
  /** Lines about the plan. */
  readonly notes: readonly string[];
}

/** Returns a Python file that applies a plan to the function that was planned. */
export function pythonFile({ func, mesh, constraints, notes }: JaxPlan): string {
  const axes = mesh.axes.map(({ name, size }) => `${pythonString(name)}: ${size}`).join(', ');
  return [
    pythonDocumentation([
      ...notes,
      '',
      'Where the program says jax.jit(step), say plan.jit(step) instead:',
      '',
      '    import plan',
      '    step = plan.jit(step)',
      '',
    ]),
    'import functools',
    'import inspect',
    'import math',
    'import re',
    'import warnings',
    '',
    'import jax',
    'import jax.extend',
    'import numpy as np',
    'from jax.sharding import NamedSharding, PartitionSpec as P',
    '',
    '# Sizes of the axes of the mesh: device i is device i of jax.devices().',
    `AXES = {${axes}}`,
    '',
    '# Arguments that the function uses, in the order of their leaves; None leaves it to JAX.',
    ...dictionary('IN_SHARDINGS', signature(func, 'arg_attrs')),
    '',
    '# Leaves of what it returns.',
    ...dictionary('OUT_SHARDINGS', signature(func, 'res_attrs')),
    '',
    '# Calls of jax.lax.with_sharding_constraint: behind which operation of the lowered function, or on which of its operands,',
    '# the type of that, and its sharding.',
    'CONSTRAINTS = [',
    ...constraints.flatMap(constraintLines),
    ']',
    PYTHON_HELPER,
  ].join('\n');
}

function signature(func: FuncOp, which: 'arg_attrs' | 'res_attrs'): (readonly [string, string])[] {
  const isArgument = which === 'arg_attrs';
  const { inputs, results } = func.functionType;
  const used = new Set<string>();
  return (isArgument ? inputs : results).map((type, index) => {
    const attribute = valueAttrs(func, which, index).get(SHARDING);
    const own = isArgument ? argumentName(func, index) : resultName(func, index);
    const numbered = isArgument ? `argument ${index}` : `result ${index}`;
    const name = own === null || used.has(own) ? numbered : own;
    used.add(name);
    const spec = signatureSpec(attribute instanceof TensorShardingAttr ? attribute : null, type);
    return [name, spec ?? 'None'];
  });
}

function dictionary(name: string, entries: readonly (readonly [string, string])[]): string[] {
  return [`${name} = {`, ...entries.map(([key, spec]) => `    ${pythonString(key)}: ${spec},`), '}'];
}

function constraintLines({ op, path, operand, sharding }: AnnotableValue): string[] {
  const steps = path.map(({ name, number }) => `(${pythonString(name)}, ${number})`).join(', ');
  const place = locationOf(op);
  const { type } = operand === null ? op.getResult() : op.getOperand(operand);
  return [
    ...(place === null ? [] : [`    ${pythonComment(place)}`]),
    `    ([${steps}], ${operand ?? 'None'}, ${pythonString(String(type))}, ${partitionSpec(sharding)}),`,
  ];
}
