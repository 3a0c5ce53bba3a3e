/** A way to split all arguments whose paths match a pattern. */
export interface SpecRule {
  // The end of paths, such as `layers/*/wq`, where a step `*` is any number; a whole path after a `/`; `#3` for an argument without a name.
  readonly pattern: string;
  /** As JAX writes it, such as `P('x', None)`. */
  readonly spec: string;
  /** How many arguments match. */
  readonly count: number;
}

/** An argument with its sharding. */
export interface PathSpec {
  /** The steps of its name; none for an argument without a name. */
  readonly path: readonly string[];
  readonly index: number;
  readonly spec: string;
}

/** The spec of arguments that no rule matches. */
export const WHOLE = 'P()';

/**
 * Returns few rules that say how each argument is split: the first that matches an argument's path holds, and an argument that none
 * matches is whole on every device. Numbers in paths, such as those of layers, don't tell arguments apart unless they have to.
 */
export function specRules(args: readonly PathSpec[]): SpecRule[] {
  const patterns = patternsOf(args);
  const rules: SpecRule[] = [];
  const exceptions: PathSpec[] = [];
  let open = new Set(args.filter(({ spec }) => spec !== WHOLE));
  const isOpen = (own: PathSpec): boolean =>
    open.has(own) || (own.spec === WHOLE && !exceptions.includes(own));
  for (;;) {
    let best: Match | null = null;
    for (const { pattern, owners } of patterns) {
      const match = bestMatch(pattern, owners.filter(isOpen));
      if (match !== null && (best === null || isBetter(match, best))) best = match;
    }
    if (best === null) break;
    const { pattern, spec, covered, others } = best;
    rules.push({ pattern: textOf(pattern), spec, count: covered.length });
    exceptions.push(...others);
    const told = new Set([...covered, ...others]);
    open = new Set([...open].filter((own) => !told.has(own)));
  }
  const exact = [...exceptions, ...open].map(({ path, index, spec }) => ({
    pattern: path.length === 0 ? `#${index}` : `/${path.join('/')}`,
    ...{ spec, count: 1 },
  }));
  return [...exact, ...rules];
}

/** A pattern with the arguments that it tells the spec of, and those that need a rule of their own before it. */
interface Match {
  readonly pattern: Pattern;
  readonly spec: string;
  readonly covered: readonly PathSpec[];
  readonly others: readonly PathSpec[];
}

/** The spec of most arguments that match, if that saves rules. */
function bestMatch(pattern: Pattern, owners: readonly PathSpec[]): Match | null {
  const bySpec = new Map<string, PathSpec[]>();
  for (const own of owners) bySpec.set(own.spec, [...(bySpec.get(own.spec) ?? []), own]);
  bySpec.delete(WHOLE);
  const [first] = [...bySpec].sort(([, a], [, b]) => b.length - a.length);
  if (first === undefined) return null;
  const [spec, covered] = first;
  const others = owners.filter((own) => own.spec !== spec);
  return covered.length > others.length ? { pattern, spec, covered, others } : null;
}

/** More arguments for fewer rules; of patterns that match the same, the longer one says more. */
function isBetter(one: Match, other: Match): boolean {
  const saved = ({ covered, others }: Match): number => covered.length - 2 * others.length;
  return (
    saved(one) > saved(other) ||
    (saved(one) === saved(other) && one.pattern.steps.length > other.pattern.steps.length)
  );
}

/** The end of paths, or all of one. */
interface Pattern {
  readonly steps: readonly string[];
  readonly isWhole: boolean;
}

interface Owned {
  readonly pattern: Pattern;
  readonly owners: readonly PathSpec[];
}

/** All patterns, with the arguments that they match. */
function patternsOf(args: readonly PathSpec[]): Owned[] {
  const found = new Map<string, { readonly pattern: Pattern; readonly owners: PathSpec[] }>();
  for (const own of args) {
    const steps = own.path.map(generalStep);
    for (const start of steps.keys()) {
      const end = steps.slice(start);
      // Numbers alone are no name.
      if (end.every((step) => step === '*')) continue;
      for (const isWhole of start === 0 ? [true, false] : [false]) {
        const pattern = { steps: end, isWhole };
        const known = found.get(textOf(pattern));
        if (known === undefined) found.set(textOf(pattern), { pattern, owners: [own] });
        else known.owners.push(own);
      }
    }
  }
  return [...found.values()];
}

function generalStep(step: string): string {
  return /^\d+$/.test(step) ? '*' : step;
}

function textOf({ steps, isWhole }: Pattern): string {
  return `${isWhole ? '/' : ''}${steps.join('/')}`;
}
