const { setFlagsFromString } = require('node:v8');

/** By the version of V8: Node writes an error for flags that its V8 does not know. */
const flags = new Map([
  ['11.3', '--interrupt-budget=1320000'],
  ['12.4', '--invocation-count-for-turbofan=30000'],
  ['13.6', '--invocation-count-for-turbofan=30000'],
]);

/**
 * Makes V8 optimize a function when it has run ten times as long as by default. Most commands take seconds, a third of which
 * the optimizing compiler takes otherwise.
 *
 * @param {string} version of V8.
 */
function optimizeLater(version) {
  const flag = flagFor(version);
  if (flag !== null) setFlagsFromString(flag);
}

/**
 * Returns the flag of a version, `null` for one that was not tried.
 *
 * @param {string} version
 */
function flagFor(version) {
  const [major, minor] = version.split('.');
  return flags.get(`${major}.${minor}`) ?? null;
}

module.exports = { flagFor, optimizeLater };
