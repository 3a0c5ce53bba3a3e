/**
 * Returns the name scopes of an operation's name in the user's program, for people: `block0/mlp` of `block0/mlp/dot_general`,
 * and `block0, backward` of `transpose(jvp(block0))/dot_general`, as JAX calls the scopes of derivatives. Scopes that JAX
 * makes of its own accord, such as the formula of an `einsum` or derivatives of what has no name, are none.
 */
export function nameScopes(name: string): string[] {
  return scopesIn(name).flatMap(({ title, isBackward }) =>
    isOfJax(title) ? [] : [isBackward ? `${title}, backward` : title],
  );
}

/** Returns whether an operation was made by a derivative in reverse, named or not. */
export function isInBackwardPass(name: string): boolean {
  return scopesIn(name).some(({ isBackward }) => isBackward);
}

interface Scope {
  /** Without the transformations around it. */
  readonly title: string;
  readonly isBackward: boolean;
}

function scopesIn(name: string): Scope[] {
  return name
    .split('/')
    .slice(0, -1)
    .map((scope) => {
      let [title, isBackward] = [scope, false];
      for (let around = TRANSFORMED.exec(title); around !== null; around = TRANSFORMED.exec(title)) {
        title = around[2]!;
        isBackward ||= around[1] === 'transpose';
      }
      return { title, isBackward };
    });
}

const TRANSFORMED = /^(jvp|transpose|vmap)\((.*)\)$/;

function isOfJax(title: string): boolean {
  return title === '' || OF_JAX.has(title) || EINSUM.test(title);
}

const OF_JAX: ReadonlySet<string> = new Set([
  ...['checkpoint', 'closed_call', 'custom_jvp_call', 'custom_vjp_call', 'rematted_computation'],
]);
const EINSUM = /^[\w.,]*->[\w.]*$/;
