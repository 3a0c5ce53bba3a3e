import { basename } from 'node:path';

/**
 * Puts each package into a file of its own, which is loaded when something of it is used. What a package imports dynamically is left
 * to Rollup.
 *
 * @param {string} folder of the program's own sources, which Rollup divides by commands.
 * @param {Readonly<Record<string, RegExp>>} deferred paths in it that are treated as packages, by the names of these.
 * @param {readonly string[]} entries of packages beside their first, such as `study/tenstorrent`, which are treated as packages:
 *   `src/tenstorrent.ts` and the folder of that name. The rest of the package does not import them.
 * @returns {import('rollup').GetManualChunk}
 */
export function packageChunks(folder, deferred, entries = []) {
  let initial = null;
  return (id, { getModuleIds, getModuleInfo }) => {
    initial ??= initialModules(folder, [...getModuleIds()], getModuleInfo);
    const own = id.startsWith(folder)
      ? Object.keys(deferred).find((name) => deferred[name].test(id.slice(folder.length + 1)))
      : undefined;
    if (own !== undefined) return PREFIX + own;
    if (id.startsWith(folder) || !initial.has(id)) return undefined;
    const entry = entries.find((name) => isOfEntry(id, name));
    if (entry !== undefined) return PREFIX + entry.replace('/', '-');
    return isDivided(id, entries) && id.endsWith('/src/index.ts') ? undefined : chunkOf(id);
  };
}

const PREFIX = 'package-';

function isOfEntry(id, entry) {
  const [name, folder] = entry.split('/');
  const path = `/packages/${name}/src/${folder}`;
  return id.includes(`${path}/`) || id.includes(`${path}.`);
}

/** True of the modules of a package that has entries apart; its first may export those, but has no code. */
function isDivided(id, entries) {
  return entries.some((name) => id.includes(`/packages/${name.split('/')[0]}/src/`));
}

function chunkOf(id) {
  const vendored = id.lastIndexOf('/node_modules/');
  const path = vendored < 0 ? id.slice(id.lastIndexOf('/packages/') + 10) : id.slice(vendored + 14);
  return (
    PREFIX +
    path
      .replace('@', '')
      .split('/', path.startsWith('@') ? 2 : 1)
      .join('-')
  );
}

/** Modules that are imported statically, from the program's own or from others that are. */
function initialModules(folder, ids, getModuleInfo) {
  const found = new Set();
  const waiting = ids.filter((id) => id.startsWith(folder) || getModuleInfo(id).isEntry);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...getModuleInfo(id).importedIds.filter((imported) => getModuleInfo(imported) !== null));
  }
  return found;
}

/**
 * Rewrites what CommonJS files import from the files of packages, which are loaded when they are needed. The program's own files load a
 * package when they first use one of its names. A package binds the names of another when it is loaded itself, if it needs them to
 * be evaluated, which makes them as fast as its own; otherwise when a function that uses one is first called.
 *
 * @returns {import('rollup').Plugin}
 */
export function deferredChunks() {
  return {
    name: 'deferred-chunks',
    renderChunk(code, chunk) {
      const program = this.parse(code);
      const packages = packagesOf(code, program);
      const edits = chunk.name.startsWith(PREFIX) ? boundNames(packages) : calledNames(packages);
      for (const statement of program.body) {
        if (importsForEffects(statement)) edits.push({ ...spanOf(statement), text: '' });
      }
      return { code: edited(code, edits), map: null };
    },
  };
}

/**
 * The packages that a file imports, with the uses of their names.
 *
 * @param {string} code a CommonJS file as Rollup writes it.
 * @param {object} program its syntax tree.
 */
function packagesOf(code, program) {
  const packages = new Map();
  for (const statement of program.body) {
    for (const { id, init } of statement.declarations ?? []) {
      const file = init === null ? null : requiredFile(init);
      if (file === null) continue;
      if (statement.declarations.length > 1) fail(code, statement, 'several variables are declared at once');
      packages.set(id.name, { variable: id.name, file, statement, uses: [] });
    }
  }
  visit(program, [], (node, ancestors) => {
    const parent = ancestors.at(-1);
    if (changesExport(node) && ancestors.some(isFunction)) fail(code, node, 'an export changes');
    if (node.type !== 'Identifier' || !packages.has(node.name) || isName(node, parent)) return;
    if (parent.type === 'VariableDeclarator' && parent.id === node) return;
    if (parent.type !== 'MemberExpression' || parent.computed)
      fail(code, node, 'a package is used as a whole');
    packages.get(node.name).uses.push({ node, member: parent, functions: functionsAround(node, ancestors) });
  });
  return [...packages.values()];
}

/** Edits with which each use of a package calls a function that has loaded it. */
function calledNames(packages) {
  return packages.flatMap(({ variable, file, statement, uses }) => [
    {
      ...spanOf(statement),
      text: `let ${variable}$;function ${variable}(){return ${variable}$??=require(${JSON.stringify(file)})}`,
    },
    ...uses.map(({ node }) => ({ ...spanOf(node), text: `(${variable}())` })),
  ]);
}

/** Edits with which the names of packages are variables. */
function boundNames(packages) {
  const edits = [];
  const loads = new Map();
  for (const { variable, file, statement, uses } of packages) {
    const names = [...new Set(uses.map(({ member }) => member.property.name))];
    const bindings = `{${names.map((name) => `${name}:${variable}$${name}`).join()}}`;
    const loaded = `require(${JSON.stringify(file)})`;
    for (const { member } of uses)
      edits.push({ ...spanOf(member), text: `${variable}$${member.property.name}` });
    const isNeededAtOnce = uses.some(({ functions }) => functions.length === 0);
    edits.push({
      ...spanOf(statement),
      text: isNeededAtOnce
        ? `const ${bindings}=${loaded};`
        : `let ${[`${variable}$`, ...names.map((name) => `${variable}$${name}`)].join()};` +
          `function ${variable}(){(${bindings}=${loaded});${variable}$=true}`,
    });
    if (isNeededAtOnce) continue;
    const users = new Set(uses.map(({ functions }) => functions[0]));
    for (const { functions } of uses) {
      // A function around it has loaded the package.
      if (functions.slice(1).some((around) => users.has(around))) continue;
      const load = `${variable}$||${variable}()`;
      loads.set(functions[0], (loads.get(functions[0]) ?? new Set()).add(load));
    }
  }
  for (const [{ body }, texts] of loads) edits.push(...atBeginning(body, [...texts]));
  return edits;
}

/** Edits with which the body of a function begins with these expressions. */
function atBeginning({ type, start, end }, expressions) {
  return type === 'BlockStatement'
    ? [{ start: start + 1, end: start + 1, text: `${expressions.join(';')};` }]
    : [
        { start, end: start, text: `(${expressions.join()},` },
        { start: end, end, text: ')' },
      ];
}

/** Packages have no effects when they are imported. */
function importsForEffects({ type, expression }) {
  return type === 'ExpressionStatement' && requiredFile(expression) !== null;
}

/** The file of a package that an expression loads, or `null`. */
function requiredFile({ type, callee, arguments: args }) {
  if (type !== 'CallExpression' || callee.name !== 'require' || args[0]?.type !== 'Literal') return null;
  const file = args[0].value;
  return file.startsWith('./') && basename(file).includes(`-${PREFIX}`) ? file : null;
}

/** True of `exports.name = ...` and `exports.name++`. */
function changesExport({ type, left, argument }) {
  const changed = type === 'AssignmentExpression' ? left : type === 'UpdateExpression' ? argument : null;
  return changed?.type === 'MemberExpression' && changed.object.name === 'exports';
}

/** True of what is no variable: the name of a member or of a property. */
function isName(node, parent) {
  if (parent.type === 'MemberExpression') return parent.property === node && !parent.computed;
  return parent.key === node && !parent.computed && parent.value !== node;
}

/** The functions whose bodies a node is in, the innermost first; none when a default of a parameter has it, which comes before the body. */
function functionsAround(node, ancestors) {
  const path = [...ancestors, node];
  const found = [];
  for (const [i, ancestor] of path.entries()) {
    if (isFunction(ancestor) && path[i + 1] === ancestor.body) found.unshift(ancestor);
  }
  return found;
}

function isFunction({ type }) {
  return type.includes('Function');
}

function visit(node, ancestors, use) {
  if (ancestors.length > 0) use(node, ancestors);
  ancestors.push(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && typeof child.type === 'string')
        visit(child, ancestors, use);
    }
  }
  ancestors.pop();
}

function spanOf({ start, end }) {
  return { start, end };
}

function edited(code, edits) {
  const parts = [];
  let at = 0;
  // What is inserted stands before what is replaced at the same place.
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(code.slice(at, start), text);
    at = end;
  }
  return parts.join('') + code.slice(at);
}

function fail(code, { start, end }, problem) {
  throw new Error(`${problem}: ${code.slice(start, Math.min(end, start + 200))}`);
}
