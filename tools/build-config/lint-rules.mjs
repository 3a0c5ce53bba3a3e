/** True for the `summary` or `description` of a declaration, and for words such as the second argument of `typeOf`. */
function isDescription(node) {
  if (node.type === 'ObjectExpression')
    return node.properties.some(({ key }) => key?.name === 'summary' || key?.name === 'description');
  if (node.type === 'CallExpression') return node.arguments.some(isDescription);
  return node.type === 'Literal' && typeof node.value === 'string' && node.value.includes(' ');
}

/** Operations, passes and constraints are declared with a description, which documents them. */
function describesItself(declaration) {
  const made =
    declaration.type === 'ClassDeclaration' ? declaration.superClass : declaration.declarations?.[0]?.init;
  return made != null && made.type !== 'Literal' && isDescription(made);
}

/** Doc comments are the manual: each export of a module has one, right above it. */
const documentExports = {
  meta: {
    type: 'suggestion',
    messages: { missing: "'{{name}}' is exported without a doc comment: say what its name does not" },
    schema: [],
  },
  create({ sourceCode, report }) {
    let overloaded = null;
    return {
      ExportNamedDeclaration(node) {
        const { declaration } = node;
        if (declaration == null) return;
        const name = (declaration.id ?? declaration.declarations?.[0]?.id)?.name ?? '';
        const isOverload = name === overloaded;
        overloaded = declaration.type === 'TSDeclareFunction' ? name : null;
        if (isOverload || describesItself(declaration)) return;
        // The type of a documented value with the same name.
        if (
          declaration.type === 'TSTypeAliasDeclaration' &&
          sourceCode.scopeManager.globalScope.childScopes[0]?.set.get(name)?.defs.length > 1
        )
          return;
        let next = node;
        for (const comment of sourceCode.getCommentsBefore(node).toReversed()) {
          if (comment.loc.end.line < next.loc.start.line - 1) break;
          if (comment.type === 'Block' && comment.value.startsWith('*')) return;
          next = comment;
        }
        report({ node: declaration.id ?? declaration, messageId: 'missing', data: { name } });
      },
    };
  },
};

/** `as` overrules the type checker: a comment beside it, or above the lines that have casts, says why it holds. */
const explainCasts = {
  meta: {
    type: 'suggestion',
    messages: { missing: 'cast without a reason: say beside it or above why it holds, or narrow the type' },
    schema: [],
  },
  create({ sourceCode, report }) {
    const casts = [];
    return {
      TSAsExpression(node) {
        const isConst = node.typeAnnotation.typeName?.name === 'const';
        if (!isConst && node.parent.type !== 'TSAsExpression') casts.push(node);
      },
      'Program:exit'() {
        const explained = new Set();
        for (const { loc } of sourceCode.getAllComments()) {
          for (let line = loc.start.line; line <= loc.end.line + 1; line++) explained.add(line);
        }
        for (const node of casts.sort((a, b) => a.range[0] - b.range[0])) {
          const { start, end } = node.loc;
          const lines = Array.from({ length: end.line - start.line + 1 }, (_, i) => start.line + i);
          if (lines.some((line) => explained.has(line))) {
            // The comment above one line holds for those with casts that follow it.
            for (let line = start.line; line <= end.line + 1; line++) explained.add(line);
          } else report({ node, messageId: 'missing' });
        }
      },
    };
  },
};

/** Accessors of the IR, which say what is missing, by the list that they read an entry of. */
const ACCESSORS = { arguments: 'getArgument', regions: 'getRegion' };

/** Returns the accessor that says what an asserted expression asserts, if there is one. */
function accessorFor({ expression, parent }) {
  if (expression.type !== 'MemberExpression') return null;
  const { computed, object, property } = expression;
  if (!computed) return property.name === 'terminator' ? 'getTerminator' : null;
  if (object.type !== 'MemberExpression' || object.computed) return null;
  const list = object.property.name;
  // Other things than types have shapes, and other things than operations have operands.
  if (list === 'shape' && object.object.property?.name === 'type') return 'dimSize';
  if (list === 'operands' && parent.type === 'MemberExpression' && parent.property.name === 'value')
    return 'getOperand';
  return Object.hasOwn(ACCESSORS, list) ? ACCESSORS[list] : null;
}

/** `!` says that something is there, an accessor also what it is that isn't. */
const useAccessors = {
  meta: {
    type: 'suggestion',
    messages: { asserted: "assertion of what '{{accessor}}' checks: call it instead" },
    schema: [],
  },
  create({ report }) {
    return {
      TSNonNullExpression(node) {
        const accessor = accessorFor(node);
        if (accessor !== null) report({ node, messageId: 'asserted', data: { accessor } });
      },
    };
  },
};

/** Returns whether a text is a part of a message of an error, which is not source code. */
function isMessage(node) {
  for (let at = node.parent; at != null; at = at.parent) {
    if (at.type === 'NewExpression' || at.type === 'ThrowStatement') return true;
    if (at.type === 'CallExpression')
      return /emitOn|opError|fail|link/.test(at.callee.property?.name ?? at.callee.name);
    if (/Statement|Declaration/.test(at.type)) return false;
  }
  return false;
}

/** Where source code of other languages is written, text becomes a string of it by `pythonString` and their like alone. */
const escapeSource = {
  meta: {
    type: 'problem',
    messages: {
      quoted: 'text between quotes in source code: let the writer of the language make the string of it',
    },
    schema: [],
  },
  create({ report }) {
    return {
      TemplateLiteral(node) {
        if (isMessage(node)) return;
        for (const [i, expression] of node.expressions.entries()) {
          const [before, after] = [node.quasis[i], node.quasis[i + 1]].map(({ value }) => value.cooked);
          if (/["']$/.test(before) && after.startsWith(before.at(-1)))
            report({ node: expression, messageId: 'quoted' });
        }
      },
    };
  },
};

/** JSON for people and files goes through one function, which escapes what cannot be seen. */
const escapeJson = {
  meta: {
    type: 'problem',
    messages: { unescaped: "JSON for people and files: 'jsonText' escapes what cannot be seen" },
    schema: [],
  },
  create({ report }) {
    return {
      'CallExpression[callee.object.name="JSON"][callee.property.name="stringify"]'(node) {
        report({ node, messageId: 'unescaped' });
      },
    };
  },
};

/** Rules of this repository for ESLint. */
export const lintRules = {
  rules: {
    'document-exports': documentExports,
    'escape-json': escapeJson,
    'escape-source': escapeSource,
    'explain-casts': explainCasts,
    'use-accessors': useAccessors,
  },
};
