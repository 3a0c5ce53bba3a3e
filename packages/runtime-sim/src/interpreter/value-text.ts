import { arrayText, arrayTypeText } from '../array/index.ts';
import { isArray, type RuntimeValue } from './runtime-value.ts';

/** Returns a value as StableHLO's interpreter prints it; the elements of a tuple are on separate lines. */
export function valueText(value: RuntimeValue): string {
  if (isArray(value)) return arrayText(value);
  if (value.kind === 'token') return typeText(value);
  return `${typeText(value)} (\n${value.parts.map(valueText).join(',\n')}\n)`;
}

function typeText(value: RuntimeValue): string {
  if (isArray(value)) return arrayTypeText(value);
  return value.kind === 'token' ? '!stablehlo.token' : `tuple<${value.parts.map(typeText).join(', ')}>`;
}
