const { readFileSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');

/**
 * Whether the command line or the configuration file of the folder asks for extensions.
 *
 * @param {readonly string[]} args
 * @param {string} folder
 */
function loadsExtensions(args, folder) {
  if (args.some((argument) => /^--?load(-extension)?(=|$)/.test(argument))) return true;
  return !args.includes('--no-config') && /"load"\s*:\s*\[\s*"/.test(nearestConfig(resolve(folder)));
}

/** @param {string} folder */
function nearestConfig(folder) {
  for (let at = folder; ; at = dirname(at)) {
    try {
      return readFileSync(join(at, 'shardform.config.json'), 'utf8');
    } catch {
      if (dirname(at) === at) return '';
    }
  }
}

module.exports = { loadsExtensions };
