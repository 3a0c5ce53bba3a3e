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
  `import jax
from jax.sharding import PartitionSpec as P
def step(w, x):
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
    expect(lineOf(4)).toEqual({ file, after: 4, text });
    for (const line of [5, 6]) expect(lineOf(line)).toEqual({ file, after: 7, text });
    expect(lineOf(10)?.text).toBe("        y = jax.lax.with_sharding_constraint(y, P('x'))");
  });

  test('are not told where a line assigns several variables, or none, or is not there', () => {
    for (const line of [3, 8, 9, 11, 99]) expect(lineOf(line)).toBeNull();
    expect(
      constraintLine({ ...constraint(4), place: { file: join(folder, 'none.py'), line: 4 } }),
    ).toBeNull();
  });

  test('are a diff that patch takes', () => {
    expect(unifiedDiff([lineOf(4)!, lineOf(10)!])).toBe(`--- a/step.py
+++ b/step.py
@@ -2,10 +2,12 @@
 from jax.sharding import PartitionSpec as P
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

  test('need no name that the file does not have', () => {
    const other = join(folder, 'other.py');
    writeFileSync(other, 'import jax.numpy as jnp\ndef step(x):\n    y = jnp.tanh(x)\n    return y\n');
    const line = constraintLine({ ...constraint(3), place: { file: other, line: 3 } })!;
    expect(unifiedDiff([line])).toBe(`--- a/other.py
+++ b/other.py
@@ -1,4 +1,6 @@
+import jax
 import jax.numpy as jnp
 def step(x):
     y = jnp.tanh(x)
+    y = jax.lax.with_sharding_constraint(y, jax.sharding.PartitionSpec('x'))
     return y
`);
  });

  test.each([
    ['names', 'on = NamedSharding(devices, P())', "NamedSharding(devices, P('x'))"],
    ['sets for its steps', 'with jax.set_mesh(devices): on = NamedSharding(devices, P())', "P('x')"],
  ])('are on the mesh that a file %s', (_, use, sharding) => {
    const other = join(folder, 'mesh.py');
    writeFileSync(
      other,
      `import jax\nfrom jax.sharding import NamedSharding, PartitionSpec as P\ndevices = jax.make_mesh((8,), ("x",))\n${use}\ndef step(x):\n    y = x + 1\n    return y\n`,
    );
    const line = constraintLine({ ...constraint(6), place: { file: other, line: 6 } });
    expect(line?.text).toBe(`    y = jax.lax.with_sharding_constraint(y, ${sharding})`);
  });
});
