import { dirname, join } from 'node:path/posix';
import ts from 'typescript';

/** Shorter bodies are no function worth an import. */
const LEAST_LENGTH = 60;

/**
 * Returns groups of functions in different files that do the same: their bodies are equal but for the names of
 * parameters and locals, and what else they name is the same. Only functions of modules are looked at; methods and
 * nested functions belong to what is around them.
 *
 * @param {Iterable<readonly [path: string, text: string]>} files sources, by paths such as `packages/NAME/src/x.ts`.
 * @returns {{ path: string, line: number, name: string }[][]}
 */
export function duplicateFunctions(files) {
  const groups = new Map();
  for (const [path, text] of files) {
    for (const found of functionsOf(path, text)) {
      const group = groups.get(found.across);
      if (group === undefined) groups.set(found.across, [found]);
      else group.push(found);
    }
  }
  return [...groups.values()]
    .map((group) => group.filter((one) => group.some((other) => isSame(one, other))))
    .filter((group) => group.length > 0)
    .map((group) => group.map(({ path, line, name }) => ({ path, line, name })));
}

/** What packages import from each other is known by name; within a package names stand for different things. */
function isSame(one, other) {
  if (one.path === other.path) return false;
  return packageOf(one.path) !== packageOf(other.path) || one.within === other.within;
}

function packageOf(path) {
  return path.split('/').slice(0, 2).join('/');
}

function functionsOf(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const names = namesOf(source);
  return source.statements.flatMap(declaredFunctions).flatMap(([name, node]) => {
    if (node.body === undefined || !isLong(node.body, source)) return [];
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    const across = meaningOf(node, (free) => names.get(free)?.across ?? free);
    const within = meaningOf(node, (free) => names.get(free)?.within ?? free);
    return [{ path, line, name, across, within }];
  });
}

function declaredFunctions(statement) {
  if (ts.isFunctionDeclaration(statement)) return [[statement.name?.text ?? 'default', statement]];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
      ? [[name.text, initializer]]
      : [],
  );
}

function isLong(body, source) {
  if (ts.isBlock(body) && body.statements.length > 1) return true;
  return body.getText(source).replaceAll(/\s+/g, ' ').length >= LEAST_LENGTH;
}

/** What the names of a module mean: something imported, or a declaration of its own, which no other file has. */
function namesOf(source) {
  const path = source.fileName;
  const names = new Map();
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = statement.moduleSpecifier.text;
      const file = from.startsWith('.') ? join(dirname(path), from) : from;
      const home = from.startsWith('.') ? packageOf(path) : from.replace(/^@[^/]+/, 'packages');
      const { name, namedBindings } = statement.importClause ?? {};
      const add = (local, imported) =>
        names.set(local, { across: `${home}:${imported}`, within: `${file}:${imported}` });
      if (name !== undefined) add(name.text, 'default');
      if (namedBindings === undefined) continue;
      if (ts.isNamespaceImport(namedBindings)) add(namedBindings.name.text, '*');
      else
        for (const each of namedBindings.elements) add(each.name.text, (each.propertyName ?? each.name).text);
    } else {
      const declared = ts.isVariableStatement(statement)
        ? statement.declarationList.declarations
        : [statement];
      for (const { name } of declared) {
        if (name === undefined || !ts.isIdentifier(name)) continue;
        names.set(name.text, { across: `${path}:${name.text}`, within: `${path}:${name.text}` });
      }
    }
  }
  return names;
}

/** A text that functions have in common if they do the same. */
function meaningOf(node, freeName) {
  const locals = new Map();
  const bind = (name) => {
    if (ts.isIdentifier(name)) {
      if (!locals.has(name.text)) locals.set(name.text, `$${locals.size}`);
    } else for (const each of name.elements) if (each.name !== undefined) bind(each.name);
  };
  const collect = (each) => {
    if (ts.isParameter(each) || ts.isVariableDeclaration(each)) bind(each.name);
    if (ts.isFunctionDeclaration(each) && each.name !== undefined) bind(each.name);
    ts.forEachChild(each, collect);
  };
  node.parameters.forEach(collect);
  collect(node.body);

  const parts = [];
  const write = (each) => {
    if (ts.isIdentifier(each)) parts.push(locals.get(each.text) ?? freeName(each.text));
    else {
      parts.push(each.kind, textOf(each));
      ts.forEachChild(each, (child) => {
        if (isLabel(each, child)) parts.push(child.text);
        else write(child);
      });
      parts.push(')');
    }
  };
  // Types of parameters tell nothing that bodies don't.
  for (const { name, initializer } of node.parameters) {
    write(name);
    if (initializer !== undefined) write(initializer);
  }
  // `=> x` is `=> { return x; }`.
  const { body } = node;
  const isReturn =
    ts.isBlock(body) && body.statements.length === 1 && ts.isReturnStatement(body.statements[0]);
  write(isReturn ? (body.statements[0].expression ?? body) : body);
  return parts.join(' ');
}

/** Names of members are no variables. */
function isLabel(parent, child) {
  if (!ts.isIdentifier(child)) return false;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name === child;
  return ts.isBindingElement(parent) && parent.propertyName === child;
}

/** What a node says beside its children: literals, operators, and how variables are declared. */
function textOf(node) {
  if (ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node)) return JSON.stringify(node.text);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node) || ts.isTypeOperatorNode(node))
    return node.operator;
  if (ts.isPrivateIdentifier(node)) return node.text;
  if (ts.isShorthandPropertyAssignment(node)) return node.name.text;
  if (ts.isBindingElement(node) && node.propertyName === undefined && ts.isIdentifier(node.name))
    return node.name.text;
  return ts.isVariableDeclarationList(node) ? node.flags & ts.NodeFlags.BlockScoped : '';
}
