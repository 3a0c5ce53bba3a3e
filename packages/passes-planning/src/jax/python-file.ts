import { pythonComment, pythonDocumentation, pythonString } from '@shardform/ir-core';
import type { PlanSpecs, SpecConstraint } from './plan-specs.ts';
import { PYTHON_HELPER } from './python-helper.ts';

/** Returns a Python file that applies a plan to the function that was planned. @param notes lines about the plan. */
export function pythonFile(
  { mesh, rules, ties, constraints, argumentPaths, dropped }: PlanSpecs,
  notes: readonly string[],
): string {
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
      'plan.shardings(step, *arguments) has the shardings alone, for a jax.jit or a device_put of your own.',
      '',
    ]),
    'import contextlib',
    'import functools',
    'import inspect',
    'import math',
    'import os',
    'import re',
    'import warnings',
    '',
    'import jax',
    'import jax.extend',
    'import numpy as np',
    'from jax.sharding import AxisType, NamedSharding, PartitionSpec as P',
    '',
    '# Sizes of the axes of the mesh: device i is device i of jax.devices().',
    `AXES = {${axes}}`,
    '',
    '# How arguments are split, by their paths: the first rule that matches; whole on every device where none does.',
    'RULES = [',
    ...rules.map(({ pattern, spec }) => `    (${pythonString(pattern)}, ${spec}),`),
    ']',
    '',
    '# How many the function uses.',
    `ARGUMENTS = ${argumentPaths.length}`,
    '',
    '# Results that are split as arguments are: the number of the first result, of the first argument, and how many follow.',
    `TIES = [${ties.map(({ result, argument, count }) => `(${result}, ${argument}, ${count})`).join(', ')}]`,
    '',
    '# jax.lax.with_sharding_constraint on what a line computes: its file, its number, the shape of the value, and its sharding.',
    'CONSTRAINTS = [',
    ...constraints.map(constraintLine),
    ']',
    '',
    '# Whether the calls of jax.lax.with_sharding_constraint in the function are left out: the plan was made without them.',
    `LEAVES_OUT_CONSTRAINTS = ${dropped.length > 0 ? 'True' : 'False'}`,
    PYTHON_HELPER,
  ].join('\n');
}

function constraintLine({ place: { file, line }, kind, shape, spec }: SpecConstraint): string {
  const size = `(${shape.map((own) => `${own},`).join(' ')})`;
  return `    (${pythonString(file)}, ${line}, ${size}, ${spec}),  ${pythonComment(kind)}`;
}
