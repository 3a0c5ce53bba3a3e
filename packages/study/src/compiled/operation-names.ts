/**
 * Returns the operations' names in the name of an instruction. XLA writes those of several instructions that it combined behind
 * the scopes that all of them share: `jit(f)/(a/dot_general:b/dot_general)`, or one after another: `a;b`.
 */
export function operationNames(name: string): readonly string[] {
  const open = groupStart(name);
  if (open < 0) return name.includes(';') ? name.split(';') : [name];
  const prefix = name.slice(0, open);
  return splitOutside(name.slice(open + 1, -1)).flatMap((own) => operationNames(`${prefix}${own}`));
}

/** Where a group begins that ends with the name; -1 for none. Parentheses of a scope follow its name. */
function groupStart(name: string): number {
  if (!name.endsWith(')')) return -1;
  let depth = 0;
  for (let i = name.length - 1; i >= 0; i--) {
    if (name[i] === ')') depth++;
    else if (name[i] === '(' && --depth === 0) return i === 0 || name[i - 1] === '/' ? i : -1;
  }
  return -1;
}

/** The parts between colons that are in no parentheses. */
function splitOutside(text: string): readonly string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')') depth--;
    else if (text[i] === ':' && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}
