/**
 * Returns the name scopes of an operation's name in the user's program, for people: `block0/mlp` of `block0/mlp/dot_general`,
 * and `block0, backward` of `transpose(jvp(block0))/dot_general`, as JAX calls the scopes of derivatives. Scopes that JAX
 * makes of its own accord, such as the formula of an `einsum`, the body of a loop or derivatives of what has no name, are none.
 */
export function nameScopes(name: string): string[] {
  return segmentsOf(name)
    .slice(0, -1)
    .flatMap(({ title, isBackward }) => (isOfJax(title) ? [] : [isBackward ? `${title}, backward` : title]));
}

/** Returns the parts of an operation's name that people gave, and the last one, without transformations around them. */
export function nameTitles(name: string): string[] {
  return segmentsOf(name).flatMap(({ title }) => (isOfJax(title) ? [] : [title.replace(/^_+(?=.)/, '')]));
}

/** Returns whether an operation was made by a derivative in reverse, named or not. */
export function isInBackwardPass(name: string): boolean {
  return segmentsOf(name).some(({ isBackward }) => isBackward);
}

/** Returns whether an operation computes again what the forward pass computed. */
export function isRecomputed(name: string): boolean {
  return segmentsOf(name).some(({ title }) => title === 'rematted_computation');
}

interface Segment {
  /** Without the transformations around it. */
  readonly title: string;
  readonly isBackward: boolean;
}

function segmentsOf(name: string): Segment[] {
  return name.split('/').map((segment) => {
    let [title, isBackward] = [segment, false];
    for (let around = TRANSFORMED.exec(title); around !== null; around = TRANSFORMED.exec(title)) {
      title = around[2]!;
      isBackward ||= around[1] === 'transpose';
    }
    return { title, isBackward };
  });
}

const TRANSFORMED = /^(jvp|transpose|vmap|jit|pjit)\((.*)\)$/;

function isOfJax(title: string): boolean {
  return title === '' || OF_JAX.has(title) || BRANCH.test(title) || EINSUM.test(title);
}

const OF_JAX: ReadonlySet<string> = new Set([
  ...['body', 'checkpoint', 'closed_call', 'cond', 'core_call', 'custom_jvp_call', 'custom_vjp_call'],
  ...['custom_vjp_call_jaxpr', 'jit', 'pjit', 'remat', 'remat2', 'rematted_computation', 'scan'],
  ...['shard_map', 'while'],
]);
const BRANCH = /^branch_\d+_fun$/;
const EINSUM = /^[\w.,]*->[\w.]*$/;
