import {
  ArrayAttr,
  defineOp,
  type OpReport,
  optionalAttr,
  type ParsedOp,
  type Parser,
  type Printer,
  StringAttr,
  stringAttr,
  UnitAttr,
  unitAttr,
} from '@shardform/ir-core';
import { stringArrayAttr } from './value-ops.ts';

const textsOf = (list: ArrayAttr | null): string[] =>
  (list?.elements ?? []).map((element) => (element instanceof StringAttr ? element.value : ''));

function parseText(parser: Parser, what: string): StringAttr {
  const { offset } = parser;
  const text = parser.parseOptionalAttribute();
  return text instanceof StringAttr ? text : parser.fail(`expected string attribute for ${what}`, offset);
}

/** `import module [as alias]`, `from module import member [as alias], ...` or `from module import *`. */
export class ImportOp extends defineOp('emitpy.import', {
  summary: 'Import operation',
  attrs: {
    module_name: stringAttr,
    module_alias: optionalAttr(stringAttr),
    members_to_import: optionalAttr(stringArrayAttr),
    member_aliases: optionalAttr(stringArrayAttr),
    import_all: optionalAttr(unitAttr),
  },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    if (!parser.acceptKeyword('from')) {
      parser.expectKeyword('import');
      state.setAttr('module_name', parseText(parser, 'module name'));
      if (parser.acceptKeyword('as')) state.setAttr('module_alias', parseText(parser, 'module alias'));
      return;
    }
    state.setAttr('module_name', parseText(parser, 'module name'));
    if (!parser.acceptKeyword('import')) parser.failToken("expected string literal 'import'");
    if (parser.accept('*')) {
      state.setAttr('import_all', UnitAttr.instance);
      return;
    }
    const [members, aliases]: [StringAttr[], StringAttr[]] = [[], []];
    do {
      members.push(parseText(parser, 'member name'));
      aliases.push(parser.acceptKeyword('as') ? parseText(parser, 'alias') : StringAttr.get(''));
    } while (parser.accept(','));
    state.setAttr('members_to_import', ArrayAttr.get(members));
    state.setAttr('member_aliases', ArrayAttr.get(aliases));
  }

  static print(this: void, printer: Printer, op: ImportOp): void {
    const { moduleAlias: alias } = op;
    printer.write(op.importAll !== null || op.members.length > 0 ? ' from ' : ' import ');
    printer.writeString(op.moduleName.value);
    if (op.importAll !== null) printer.write(' import *');
    else if (op.members.length > 0) {
      printer.write(' import ');
      printer.writeList(op.members, ({ name, alias: own }) => {
        printer.writeString(name);
        if (own !== '') {
          printer.write(' as ');
          printer.writeString(own);
        }
      });
    } else if (alias !== null && alias.value !== '') {
      printer.write(' as ');
      printer.writeString(alias.value);
    }
  }

  /** What is imported from the module, with the names that it gets; an empty name keeps its own. */
  get members(): readonly { readonly name: string; readonly alias: string }[] {
    const aliases = textsOf(this.memberAliases);
    return textsOf(this.membersToImport).map((name, i) => ({ name, alias: aliases[i] ?? '' }));
  }

  override verifyOp(report: OpReport): boolean {
    const { moduleAlias, membersToImport: members, memberAliases: aliases } = this;
    if (this.moduleName.value === '') return report.opError('module name attribute must be non-empty');
    const problem =
      this.importAll !== null
        ? moduleAlias !== null
          ? 'cannot specify module alias with *'
          : members !== null
            ? 'cannot specify members to import with *'
            : aliases !== null && "cannot specify members' aliases with *"
        : moduleAlias !== null
          ? members !== null
            ? 'cannot specify members to import with module alias'
            : aliases !== null && "cannot specify members' aliases with module alias"
          : members === null
            ? aliases !== null && 'cannot specify member aliases without specifying members to import'
            : problemOfMembers(members, aliases);
    return typeof problem !== 'string' || report.opError(problem);
  }
}

function problemOfMembers(members: ArrayAttr, aliases: ArrayAttr | null): string | null {
  if (members.elements.length === 0) return 'members to import must not be empty array';
  if (textsOf(members).includes('')) return 'imported member name must be a non-empty string';
  if (aliases === null) return null;
  if (aliases.elements.length === 0) return 'member aliases must not be empty array';
  return members.elements.length === aliases.elements.length
    ? null
    : "the number of members' aliases must be equal to the number of members to import; empty string is considered valid member alias";
}
