import type { AffineBinaryExpr, AffineBinaryKind, AffineExpr } from './affine-expr.ts';

const OPERATOR: Readonly<Record<Exclude<AffineBinaryKind, 'add'>, string>> = {
  mul: ' * ',
  mod: ' mod ',
  floordiv: ' floordiv ',
  ceildiv: ' ceildiv ',
};

/** The text of an expression: sums bare, negative parts as subtractions. */
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

function sumText({ lhs, rhs }: AffineBinaryExpr): string {
  const left = text(lhs, false);
  if (rhs.kind === 'constant' && rhs.value < 0n) return `${left} - ${-rhs.value}`;
  if (rhs.kind === 'mul' && rhs.rhs.kind === 'constant') {
    const factor = rhs.rhs.value;
    if (factor === -1n) return `${left} - ${text(rhs.lhs, rhs.lhs.kind === 'add')}`;
    if (factor < -1n) return `${left} - ${text(rhs.lhs, true)} * ${-factor}`;
  }
  return `${left} + ${text(rhs, false)}`;
}
