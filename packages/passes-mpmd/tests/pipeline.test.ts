import { describe, expect, test } from 'vitest';
import { outcomeOf, outline, runText, TWO_MESHES } from './run-text.ts';

const T = 'tensor<4x4xf32>';

/** A training step of two stages, without the update, on as many microbatches. */
function trainingStep(microbatches: number): string {
  const calls = Array.from({ length: microbatches }, (_, i) => {
    const sum = i === 0 ? '%zero' : `%${i - 1}`;
    return `    %${i} = mpmd.call @micro(${sum}, %x${i}, %w1, %w2) {call_counter = ${i} : ui32} : (${T}, ${T}, ${T}, ${T}) -> ${T}`;
  });
  const inputs = Array.from({ length: microbatches }, (_, i) => `, %x${i}: ${T}`).join('');
  const computation = (name: string, args: string, types: string, body: string): string =>
    `mpmd.named_computation<${name}> (${args}) (${types}) {
      ${body}
      mpmd.return %r : ${T}
    } : (${types
      .split(', ')
      .map(() => T)
      .join(', ')}) -> ${T}`;
  return `module @step {
  func.func public @main(%w1: ${T}, %w2: ${T}${inputs}) -> ${T} attributes {${TWO_MESHES}} {
    %zero = stablehlo.constant dense<0.0> : ${T}
${calls.join('\n')}
    return %${microbatches - 1} : ${T}
  }
  func.func private @micro(%sum: ${T}, %x: ${T}, %w1: ${T}, %w2: ${T}) -> ${T} {
    %a = ${computation('"f1"', '%x, %w1', `%p: ${T}, %q: ${T}`, `%r = stablehlo.dot %p, %q : (${T}, ${T}) -> ${T}`)}
    %b = ${computation('"f2"', '%a, %w2', `%p: ${T}, %q: ${T}`, `%r = stablehlo.dot %p, %q : (${T}, ${T}) -> ${T}`)}
    %c = ${computation('"f2"(1)', '%b, %w2', `%p: ${T}, %q: ${T}`, `%r = stablehlo.dot %p, %q : (${T}, ${T}) -> ${T}`)}
    %d = ${computation('"f1"(1)', '%c, %x', `%p: ${T}, %q: ${T}`, `%r = stablehlo.dot %p, %q : (${T}, ${T}) -> ${T}`)}
    %e = stablehlo.add %sum, %d : ${T}
    return %e : ${T}
  }
}`;
}

const IMPORT = 'mpmd-import-pipeline{name-to-mesh-assignment=f1@m1/0,f2@m2/1}';

function orderOn(mesh: string, text: string): string[] {
  return outline(text)
    .filter((line) => line.startsWith(`${mesh} f`))
    .map((line) => `${line.includes('(1)') ? 'B' : 'F'}${line.slice(line.indexOf('call=') + 5)}`);
}

describe('a training step of two stages', () => {
  test('becomes fragments with transfers between them', () => {
    expect(outline(runText(IMPORT, trainingStep(1)))).toEqual([
      'm1 f1 stage=0 call=0',
      'm1 -> m2',
      'm2 f2 stage=1 call=0',
      'm2 f2(1) stage=1 call=0',
      'm2 -> m1',
      'm1 f1(1) stage=0 call=0',
    ]);
  });

  // As the real implementation orders them (jaxlib 0.10.2).
  test.each([
    ['none', ['F0', 'B0', 'F1', 'B1', 'F2', 'B2'], ['F0', 'B0', 'F1', 'B1', 'F2', 'B2']],
    ['1F1B', ['F0', 'F1', 'B0', 'F2', 'B1', 'B2'], ['F0', 'B0', 'F1', 'B1', 'F2', 'B2']],
    ['GPipe', ['F0', 'F1', 'F2', 'B0', 'B1', 'B2'], ['F0', 'F1', 'F2', 'B0', 'B1', 'B2']],
    ['GPipeBut1F1BForLastMesh', ['F0', 'F1', 'F2', 'B0', 'B1', 'B2'], ['F0', 'B0', 'F1', 'B1', 'F2', 'B2']],
  ])('is ordered by the schedule %s', (schedule, first, second) => {
    const passes = `${IMPORT},func.func(mpmd-pipeline-scheduler{must-happen-before=${schedule}})`;
    const text = runText(passes, trainingStep(3));
    expect(orderOn('m1', text)).toEqual(first);
    expect(orderOn('m2', text)).toEqual(second);
  });

  test('becomes one function for equal fragments of a mesh, which are called in the order of the schedule', () => {
    const passes = `${IMPORT},mpmd-optimize-pipeline,mpmd-sharding-propagation-pipeline,mpmd-export-pipeline`;
    const text = runText(passes, trainingStep(2));
    const order = [...text.matchAll(/mpmd\.fragment_call.* @"?([^"(]+)"?\(/g)].map(([, name]) => name);
    const functions = [...text.matchAll(/func\.func @"?([^"(]+)"?\(.*mesh_shape = #sdy\.mesh<\["x"=2\]>/g)];
    expect(functions.map(([, name]) => name).sort()).toEqual([...new Set(order)].sort());
    // The body of `f2` and that of its gradient do the same here.
    expect(order).toEqual([
      'p0_stage0_fwd_calls0to1.step',
      'p1_stage1_fwd.step',
      'p1_stage1_fwd.step',
      'p0_stage0_fwd_calls0to1.step',
      'p1_stage1_fwd.step',
      'p1_stage1_fwd.step',
      'p2_stage0_bwd_call0.step',
      'p3_stage0_bwd_call1.step',
    ]);
  });

  test('computes forward fragments again before the backward ones that use them', () => {
    const text = runText(
      `${IMPORT},func.func(mpmd-pipeline-scheduler{must-happen-before=GPipe},mpmd-remat-fragment)`,
      trainingStep(2).replaceAll('(%c, %x) (%p', '(%c, %a) (%p'),
    );
    expect(text.match(/mpmd\.fragment<mesh="m1", origin=\["f1"\].*remat/g)).toHaveLength(2);
  });
});

test('what is on two meshes needs a transfer, or the permission to make one', () => {
  const program = `func.func @main(%x: ${T}, %y: ${T}) -> ${T} attributes {${TWO_MESHES}} {
  %a = mpmd.named_computation<"f"> (%x) (%p: ${T}) {
    %0 = stablehlo.negate %p : ${T}
    mpmd.return %0 : ${T}
  } : (${T}) -> ${T}
  %b = mpmd.named_computation<"g"> (%y) (%p: ${T}) {
    %0 = stablehlo.negate %p : ${T}
    mpmd.return %0 : ${T}
  } : (${T}) -> ${T}
  %c = stablehlo.subtract %a, %b : ${T}
  return %c : ${T}
}`;
  const map = 'func.func(mpmd-map-named-ops-to-mpmd-ops{assignment=f@m1,g@m2}),mpmd-introduce-transfers';
  const { text, messages } = outcomeOf(`${map},mpmd-infer-mesh-pipeline`, program);
  expect(text).toBe(null);
  expect(messages[0]).toMatch(
    /^Mesh assignment is not possible for op as its operands are on conflicting meshes/,
  );
  expect(messages[0]).toContain('Operand 0 can be assigned to meshes {m1}');
  expect(
    outline(
      runText(`${map},mpmd-infer-mesh-pipeline{infer-transfers},func.func(mpmd-fragment-dce)`, program),
    ),
  ).toEqual(['m1 f', 'm2 g', 'm2 -> m1', 'm1 inferred']);
});

test('computations without a mesh are rejected', () => {
  const { messages } = outcomeOf(
    'mpmd-import-pipeline',
    `func.func @main(%x: ${T}) -> ${T} attributes {${TWO_MESHES}} {
  %a = mpmd.named_computation<"f"> (%x) (%p: ${T}) {
    %0 = stablehlo.negate %p : ${T}
    mpmd.return %0 : ${T}
  } : (${T}) -> ${T}
  return %a : ${T}
}`,
  );
  expect(messages).toEqual([
    "Top-level NamedComputation 'f' is not assigned to a mesh in the user-defined named-to-mesh assignment.",
  ]);
});

// As the real implementation types them (jaxlib 0.10.2).
test('an input without a sharding has none in its type, beside one that has', () => {
  const text = runText(
    'func.func(mpmd-enforce-user-shardings,mpmd-convert-sdy-shardings-to-mpmd-types)',
    `sdy.mesh @mesh = <["x"=2]>
     func.func public @main(%x: !mpmd.mesh_tensor<"m1", ${T}>, %w: !mpmd.mesh_tensor<"m1", ${T}> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> !mpmd.mesh_tensor<"m1", ${T}> attributes {${TWO_MESHES}} {
       %0 = mpmd.fragment<mesh="m1", origin=["f"]> (%x, %w) (%p: ${T}, %q: ${T}) {
         %r = stablehlo.dot %p, %q : (${T}, ${T}) -> ${T}
         mpmd.return %r : ${T}
       } : (!mpmd.mesh_tensor<"m1", ${T}>, !mpmd.mesh_tensor<"m1", ${T}>) -> !mpmd.mesh_tensor<"m1", ${T}>
       return %0 : !mpmd.mesh_tensor<"m1", ${T}>
     }`,
  );
  expect(text).toContain(
    `func.func public @main(%arg0: !mpmd.mesh_tensor<"m1", ${T}>, %arg1: !mpmd.mesh_tensor<"m1", ${T}, sharding=<@mesh, [{}, {}]>>) -> !mpmd.mesh_tensor<"m1", ${T}>`,
  );
});
