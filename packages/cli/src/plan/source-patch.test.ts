import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { constraintLine, unifiedDiff } from './source-patch.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-source-patch-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'step.py');
writeFileSync(
  file,
  `def step(w, x):
    h = x @ w
    h = jax.nn.gelu(
        h,
    )
    a, b = jnp.split(h, 2)
    if a == b:
        y: Array = a
    return jnp.tanh(h)
`,
);

const constraint = (line: number) => ({
  ...{ place: { file, line }, kind: 'add', shape: [8, 8], type: 'tensor<8x8xf32>', values: 1 },
  spec: "P('x')",
});

const lineOf = (line: number) => constraintLine(constraint(line));

describe('constraints in the source', () => {
  test('stand behind the statement that assigns the value', () => {
    const text = "    h = jax.lax.with_sharding_constraint(h, P('x'))";
    expect(lineOf(2)).toEqual({ file, after: 2, text });
    for (const line of [3, 4]) expect(lineOf(line)).toEqual({ file, after: 5, text });
    expect(lineOf(8)?.text).toBe("        y = jax.lax.with_sharding_constraint(y, P('x'))");
  });

  test('are not told where a line assigns several variables, or none, or is not there', () => {
    for (const line of [1, 6, 7, 9, 99]) expect(lineOf(line)).toBeNull();
    expect(
      constraintLine({ ...constraint(2), place: { file: join(folder, 'none.py'), line: 2 } }),
    ).toBeNull();
  });

  test('are a diff that patch takes', () => {
    expect(unifiedDiff([lineOf(2)!, lineOf(8)!])).toBe(`--- a/step.py
+++ b/step.py
@@ -1,9 +1,11 @@
 def step(w, x):
     h = x @ w
+    h = jax.lax.with_sharding_constraint(h, P('x'))
     h = jax.nn.gelu(
         h,
     )
     a, b = jnp.split(h, 2)
     if a == b:
         y: Array = a
+        y = jax.lax.with_sharding_constraint(y, P('x'))
     return jnp.tanh(h)
`);
  });
});
