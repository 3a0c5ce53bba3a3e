import type { AffineBinaryExpr, AffineBinaryKind, AffineExpr } from './affine-expr.ts';

const OPERATOR: Readonly<Record<Exclude<AffineBinaryKind, 'add'>, string>> = {
  mul: ' * ',
  mod: ' mod ',
  floordiv: ' floordiv ',
  ceildiv: ' ceildiv ',
};

/** Returns the text of an expression: sums bare, negative terms as subtractions. */
export function affineText(expression: AffineExpr): string {
  return text(expression, false);
}

/** @param tight whether an operator around the expression binds as tightly as a product. */
function text(expression: AffineExpr, tight: boolean): string {
  switch (expression.kind) {
    case 'dim':
      return `d${expression.position}`;
    case 'symbol':
      return `s${expression.position}`;
    case 'constant':
      return String(expression.value);
    default: {
      const bare = expression.kind === 'add' ? sumText(expression) : productText(expression, expression.kind);
      return tight ? `(${bare})` : bare;
    }
  }
}

function productText({ lhs, rhs }: AffineBinaryExpr, kind: Exclude<AffineBinaryKind, 'add'>): string {
  if (kind === 'mul' && rhs.kind === 'constant' && rhs.value === -1n) return `-${text(lhs, true)}`;
  return text(lhs, true) + OPERATOR[kind] + text(rhs, true);
}

/** Sums of thousands of terms nest on the left: they are walked, not recursed into. */
function sumText(sum: AffineBinaryExpr): string {
  const terms: AffineExpr[] = [];
  let first: AffineExpr = sum;
  for (; first.kind === 'add'; first = first.lhs) terms.push(first.rhs);
  return text(first, false) + terms.reverse().map(addedText).join('');
}

/** A term of a sum after its first, with the sign before it. */
function addedText(term: AffineExpr): string {
  if (term.kind === 'constant' && term.value < 0n) return ` - ${-term.value}`;
  if (term.kind === 'mul' && term.rhs.kind === 'constant') {
    const factor = term.rhs.value;
    if (factor === -1n) return ` - ${text(term.lhs, term.lhs.kind === 'add')}`;
    if (factor < -1n) return ` - ${text(term.lhs, true)} * ${-factor}`;
  }
  return ` + ${text(term, false)}`;
}
