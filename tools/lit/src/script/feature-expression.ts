/** A condition over features that cannot be read. */
export class FeatureExpressionError extends Error {}

const tokenPattern = /\s*(&&|\|\||[!()]|(?:[-+=._A-Za-z0-9]|\{\{.+?\}\})+)/y;

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  let at = 0;
  while (text.slice(at).trim() !== '') {
    tokenPattern.lastIndex = at;
    const found = tokenPattern.exec(text);
    if (!found) throw new FeatureExpressionError(`couldn't parse text: '${text.slice(at).trim()}'`);
    tokens.push(found[1]!);
    at = tokenPattern.lastIndex;
  }
  return tokens;
}

/** Returns whether a name, which may hold `{{regex}}` parts, is one of the features. */
function isAvailable(name: string, features: ReadonlySet<string>): boolean {
  if (name === 'true') return true;
  if (name === 'false') return false;
  if (!name.includes('{{')) return features.has(name);
  const source = name
    .split(/(\{\{.+?\}\})/)
    .map((part) => (part.startsWith('{{') ? `(?:${part.slice(2, -2)})` : part.replace(/[.+]/g, '\\$&')))
    .join('');
  const pattern = new RegExp(`^${source}$`);
  return [...features].some((feature) => pattern.test(feature));
}

class Evaluator {
  private at = 0;
  private readonly tokens: readonly string[];
  private readonly features: ReadonlySet<string>;

  constructor(tokens: readonly string[], features: ReadonlySet<string>) {
    this.tokens = tokens;
    this.features = features;
  }

  evaluate(): boolean {
    const value = this.disjunction();
    if (this.at < this.tokens.length) this.fail('end of expression');
    return value;
  }

  private disjunction(): boolean {
    let value = this.conjunction();
    while (this.take('||')) value = this.conjunction() || value;
    return value;
  }

  private conjunction(): boolean {
    let value = this.negation();
    while (this.take('&&')) value = this.negation() && value;
    return value;
  }

  private negation(): boolean {
    if (this.take('!')) return !this.negation();
    if (this.take('(')) {
      const value = this.disjunction();
      if (!this.take(')')) this.fail("')'");
      return value;
    }
    const name = this.tokens[this.at];
    if (name === undefined || /^(?:&&|\|\||[!()])$/.test(name)) this.fail("'!', '(', '{{', or identifier");
    this.at++;
    return isAvailable(name!, this.features);
  }

  private take(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at++;
    return true;
  }

  private fail(expected: string): void {
    const found = this.tokens[this.at];
    const actual = found === undefined ? '<end of expression>' : `'${found}'`;
    throw new FeatureExpressionError(`expected: ${expected}\nhave: ${actual}`);
  }
}

/**
 * The value of a condition such as `opmodel && !(n300 || tg)`; a name is true when it is a feature.
 *
 * @throws FeatureExpressionError
 */
export function evaluateFeatures(text: string, features: ReadonlySet<string>): boolean {
  return new Evaluator(tokenize(text), features).evaluate();
}
