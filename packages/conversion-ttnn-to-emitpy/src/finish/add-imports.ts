import { FileOp, ImportOp } from '@shardform/dialect-emitpy';
import { FuncOp } from '@shardform/dialect-func';
import { isKind } from '@shardform/dialect-ttcore';
import { type Block, definePass, StringAttr } from '@shardform/ir-core';
import { IMPORTED_FROM, textsAttr } from '../prepare/names.ts';
import { prependAll } from '../prepare/prepend.ts';

/** Files import the library, and the functions of other files that they call. */
export const emitpyAddImports = definePass({
  name: 'emitpy-add-imports',
  className: 'EmitPyAddImports',
  summary: 'imports what files use',
  anchor: 'builtin.module',
  run(module) {
    const files = [...module.body].filter((op) => op instanceof FileOp);
    for (const body of files.length === 0 ? [module.body] : files.map((file) => file.bodyRegion.entry))
      addImports(body);
  },
});

function addImports(body: Block): void {
  const names = new Map<string, string[]>();
  for (const op of body) {
    const from =
      op instanceof FuncOp && isKind(op, 'imported_declaration') ? op.getAttr(IMPORTED_FROM) : null;
    if (op instanceof FuncOp && from instanceof StringAttr)
      names.set(from.value, [...(names.get(from.value) ?? []), op.symName.value]);
  }
  const of = (module: string, members: readonly string[] | null = null): ImportOp =>
    ImportOp.create(
      {
        moduleName: StringAttr.get(module),
        membersToImport: members && textsAttr(members),
        memberAliases: members && textsAttr(members.map(() => '')),
      },
      [],
    );
  const hasHostCode = [...body].some((op) => op instanceof FuncOp && isKind(op, 'forward_cpu'));
  const libraries = ['ttnn', 'utils', ...(hasHostCode ? ['ttir_cpu', 'torch'] : [])];
  prependAll(body, [
    ...libraries.map((name) => of(name)),
    ...[...names].map(([file, members]) => of(file, members)),
  ]);
}
