import { basename } from 'node:path';

/**
 * Puts each package into a file of its own, which is loaded when something of it is used. What a package imports dynamically is left
 * to Rollup.
 *
 * @param {string} folder of the program's own sources, which Rollup divides by commands.
 * @param {readonly string[]} deferred folders in it that are treated as packages.
 * @param {readonly string[]} entries of packages beside their first, such as `study/tenstorrent`, which are treated as packages:
 *   `src/tenstorrent.ts` and the folder of that name. The rest of the package does not import them.
 * @returns {import('rollup').GetManualChunk}
 */
export function packageChunks(folder, deferred, entries = []) {
  let initial = null;
  return (id, { getModuleIds, getModuleInfo }) => {
    initial ??= initialModules(folder, [...getModuleIds()], getModuleInfo);
    const own = deferred.find((name) => id.startsWith(`${folder}/${name}/`));
    if (own !== undefined) return PREFIX + own;
    if (id.startsWith(folder) || !initial.has(id)) return undefined;
    const entry = entries.find((name) => isOfEntry(id, name));
    return entry === undefined ? chunkOf(id) : PREFIX + entry.replace('/', '-');
  };
}

const PREFIX = 'package-';

function isOfEntry(id, entry) {
  const [name, folder] = entry.split('/');
  const path = `/packages/${name}/src/${folder}`;
  return id.includes(`${path}/`) || id.includes(`${path}.`);
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
 * Rewrites what CommonJS files import from the files of packages. Packages bind the names when they are loaded, which makes them
 * as fast as their own; the program's own files load a package when they first use one of its names.
 *
 * @returns {import('rollup').Plugin}
 */
export function deferredChunks() {
  return {
    name: 'deferred-chunks',
    renderChunk(code, chunk) {
      return rewritten(code, this.parse(code), !chunk.name.startsWith(PREFIX));
    },
  };
}

/**
 * @param {string} code a CommonJS file as Rollup writes it.
 * @param {object} program its syntax tree.
 * @param {boolean} isDeferred whether packages are loaded when they are used.
 */
function rewritten(code, program, isDeferred) {
  const edits = [];
  const packages = new Map();
  for (const statement of program.body) {
    if (importsForEffects(statement)) edits.push({ ...spanOf(statement), text: '' });
    for (const { id, init, ...span } of statement.declarations ?? []) {
      const file = init === null ? null : requiredFile(init);
      if (file === null) continue;
      packages.set(id.name, { file, names: new Set(), statement, span });
    }
  }
  visit(program, null, false, (node, parent, isInFunction) => {
    if (isInFunction && changesExport(node)) fail(code, node, 'an export changes');
    if (node.type !== 'Identifier' || !packages.has(node.name) || isName(node, parent)) return;
    if (parent.type === 'VariableDeclarator' && parent.id === node) return;
    if (parent.type !== 'MemberExpression' || parent.computed)
      fail(code, node, 'a package is used as a whole');
    const { names } = packages.get(node.name);
    const { name } = parent.property;
    names.add(name);
    edits.push(
      isDeferred
        ? { ...spanOf(node), text: `(${node.name}())` }
        : { ...spanOf(parent), text: `${node.name}$${name}` },
    );
  });
  for (const [variable, { file, names, statement }] of packages) {
    if (statement.declarations.length > 1) fail(code, statement, 'several variables are declared at once');
    edits.push({
      ...spanOf(statement),
      text: isDeferred
        ? `let ${variable}$;function ${variable}(){return ${variable}$??=require(${JSON.stringify(file)})}`
        : `const {${[...names].map((name) => `${name}:${variable}$${name}`).join()}}=require(${JSON.stringify(file)});`,
    });
  }
  return { code: edited(code, edits), map: null };
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

function visit(node, parent, isInFunction, use) {
  if (parent !== null) use(node, parent, isInFunction);
  const isInside = isInFunction || /Function/.test(node.type);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && typeof child.type === 'string')
        visit(child, node, isInside, use);
    }
  }
}

function spanOf({ start, end }) {
  return { start, end };
}

function edited(code, edits) {
  const parts = [];
  let at = 0;
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start)) {
    parts.push(code.slice(at, start), text);
    at = end;
  }
  return parts.join('') + code.slice(at);
}

function fail(code, { start, end }, problem) {
  throw new Error(`${problem}: ${code.slice(start, Math.min(end, start + 200))}`);
}
