const { isAscii } = require('node:buffer');
const {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { createRequire } = require('node:module');
const { homedir } = require('node:os');
const { basename, dirname, join } = require('node:path');
const vm = require('node:vm');

/**
 * Loads a CommonJS program of several files. What V8 compiled is kept in the person's cache folder, which halves the time
 * that the next start takes to get going. `NODE_DISABLE_COMPILE_CACHE` turns that off, as it does for Node's own cache.
 *
 * @param {string} folder where the files are.
 * @param {string} name of the file to begin with.
 * @param {string} work what the program is asked for: V8 compiles what is called, so each kind of work adds its functions once.
 */
function loadProgram(folder, name, work) {
  const cache =
    process.env.NODE_DISABLE_COMPILE_CACHE === undefined ? openCache(join(folder, name), work) : null;
  const modules = new Map();
  const load = (file) => {
    let module = modules.get(file);
    if (module !== undefined) return module.exports;
    module = { exports: {} };
    modules.set(file, module);
    const path = join(folder, file);
    const require = createRequire(path);
    const ownRequire = (id) => (id.startsWith('./') ? load(id.slice(2)) : require(id));
    compile(path, file, cache)(module.exports, ownRequire, module, path, dirname(path));
    return module.exports;
  };
  return load(name);
}

/** The function that a file is the body of, with the parameters of CommonJS modules. */
function compile(path, file, cache) {
  const bytes = readFileSync(path);
  const source = `(function(exports,require,module,__filename,__dirname){${textOf(bytes)}\n})`;
  if (cache === null)
    return new vm.Script(source, { filename: path, importModuleDynamically }).runInThisContext();
  const kept = join(cache.folder, `${file}-${contentHash(bytes)}`);
  const cachedData = keptCode(kept);
  const script = new vm.Script(source, {
    filename: path,
    importModuleDynamically,
    ...(cachedData === null ? {} : { cachedData }),
  });
  const isKept = cachedData !== null && script.cachedDataRejected !== true;
  if (!isKept || !cache.isComplete)
    cache.unkept.push({ script, path: kept, length: isKept ? cachedData.length : 0 });
  return script.runInThisContext();
}

/**
 * The compiled code of a program: whether it has what the work needs, and scripts whose functions are to be kept when the process
 * ends.
 */
function openCache(path, work) {
  const folder = cacheFolder();
  const done = join(folder, `${basename(path)}-${contentHash(readFileSync(path))}-${work}`);
  const cache = { folder, isComplete: existsSync(done), unkept: [] };
  process.on('exit', (code) => {
    for (const { script, path, length } of cache.unkept) {
      const data = script.createCachedData();
      // Functions that were not called for long may have been dropped.
      if (data.length > length) keep(path, Buffer.concat([Buffer.from(contentHash(data)), data]));
    }
    if (cache.isComplete && cache.unkept.length === 0) return;
    // What failed may not have come to most of its work.
    if (!cache.isComplete && code === 0) keep(done, '');
    dropOld(folder);
  });
  return cache;
}

/** Digits of the hash before what it is of. */
const HASH_LENGTH = 40;

/** A hash that the processor computes; the module of hashes takes longer to load than hashing. */
function contentHash(bytes) {
  return require('node:crypto').hash('sha1', bytes);
}

/** The compiled code of a file of the cache; `null` for none, and for one that is not as it was written: the engine would run it. */
function keptCode(path) {
  const bytes = readIfThere(path);
  if (bytes === null) return null;
  const data = bytes.subarray(HASH_LENGTH);
  return bytes.toString('latin1', 0, HASH_LENGTH) === contentHash(data) ? data : null;
}

/** The engine keeps text of one byte a character as it is. */
function textOf(bytes) {
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}

/** Compiled code that is older is made again. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

// The program does not import dynamically, extensions aside, for which the library is taken.
const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;

function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

/** Whole or not at all; a cache that can't be written is none. */
function keep(path, data) {
  try {
    makeFolder(dirname(path));
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, data);
    renameSync(draft, path);
  } catch {
    // The next start is as slow as this one.
  }
}

/**
 * Makes a folder for nobody else, and those above it. Node's own way of doing so never ends where a folder that is there takes no
 * others, such as `/proc`.
 */
function makeFolder(path) {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  mkdirSync(path, { mode: 0o700 });
}

/** What programs that were since replaced have left. */
function dropOld(folder) {
  try {
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file);
    }
  } catch {
    // There is none, or another process removes the same.
  }
}

/** Compiled code is the engine's own: another version of it would not take it. */
function cacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const base = XDG_CACHE_HOME ?? LOCALAPPDATA ?? join(homedir(), '.cache');
  return join(base, 'shardform', `v8-${process.versions.v8}-${process.arch}`);
}

module.exports = { loadProgram };
