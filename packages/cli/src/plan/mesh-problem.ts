/** Returns why a text is no mesh, and what to write instead. @param names that sizes without names have. */
export function meshProblem(text: string, names: readonly string[]): string {
  const parts = text.split(',').map((part) => part.trim());
  if (text.trim() === '') return `it is empty; ${EXPECTED}`;
  return (text.includes('=') ? axesProblem(parts) : sizesProblem(text.split('x'), names)) ?? EXPECTED;
}

const EXPECTED = 'expected sizes such as 2x4, or axes such as data=2,model=4';

function axesProblem(parts: readonly string[]): string | null {
  const known = new Set<string>();
  for (const part of parts) {
    const [name = '', size, ...more] = part.split('=').map((own) => own.trim());
    if (size === undefined || more.length > 0 || !/^[A-Za-z_]\w*$/.test(name))
      return `'${part}' is no axis with its size; axes are separated by commas, as in data=2,model=4`;
    if (size === '') return `axis '${name}' has no size; write so many devices behind it, such as ${name}=2`;
    if (!isSize(size))
      return `axis '${name}' has the size '${size}', which is no whole number of at least 1; write, for example, ${name}=2`;
    if (known.has(name)) return `axis '${name}' is there twice; give each axis a name of its own`;
    known.add(name);
  }
  return null;
}

function sizesProblem(sizes: readonly string[], names: readonly string[]): string | null {
  const given = sizes.filter((size) => size !== '');
  if (!given.every((size) => /^-?\d+$/.test(size))) return null;
  const wrong = given.find((size) => !isSize(size));
  if (wrong !== undefined) return `the size '${wrong}' is no whole number of at least 1; ${EXPECTED}`;
  if (given.length < sizes.length)
    return `a size is missing beside an 'x'; write ${given.join('x')}, or ${[...given, '2'].join('x')} for another axis`;
  if (sizes.length > names.length) {
    const axes = sizes.map((size, i) => `${names[i] ?? `axis${i}`}=${size}`);
    return `only ${names.length} sizes have names of their own; name the axes, such as ${axes.join(',')}`;
  }
  return null;
}

function isSize(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) > 0 && Number.isSafeInteger(Number(text));
}
