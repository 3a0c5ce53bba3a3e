import { spawnSync } from 'node:child_process';

/** Returns the Python that a command line and an environment name. */
export function pythonOf(flag: string | null, environment: NodeJS.ProcessEnv): string {
  return flag ?? environment.SHARDFORM_PYTHON ?? 'python3';
}

/** The remedy where there is no Python with jax. */
export const HOW_TO_GET_PYTHON =
  "'python3 -m pip install jax' installs it, and --python or SHARDFORM_PYTHON name the Python that has it";

/** The likely reason of a process that a signal has ended, as the end of a sentence; nothing for others. */
export function shortOfMemory(signal: string | null): string {
  return signal === 'SIGKILL'
    ? ', which systems do that are short of memory; a smaller mesh or batch needs less'
    : '';
}

/** Why a script has ended that says so of a Python without jax; `null` for all other ends. */
export function lackOfJax(python: string, stderr: string): string | null {
  const lacking = /this Python lacks jax \((.*)\)/.exec(stderr);
  return lacking === null ? null : `'${python}' has no jax (${lacking[1]}); ${HOW_TO_GET_PYTHON}`;
}

/** Returns whether a Python has jax, which is not imported: that takes seconds. */
export function findsJax(python: string): boolean {
  const find = "import importlib.util, sys; sys.exit(importlib.util.find_spec('jax') is None)";
  return spawnSync(python, ['-c', find], { stdio: 'ignore' }).status === 0;
}
