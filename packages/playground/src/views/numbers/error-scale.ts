/** By class of the ramp, the largest relative error of it; larger ones are of the last. */
const STEPS = [0, 3e-7, 1e-6, 1e-5, 1e-4] as const;

/** The legend of the ramp. */
export const rampTexts: readonly string[] = ['=', '<3e-7', '<1e-6', '<1e-5', '<1e-4', 'more'];

/** The class of an error's colour: `e0` for none to `e5`. */
export function errorClass(relative: number): string {
  const at = STEPS.findIndex((most, i) => (i === 0 ? relative === 0 : relative < most));
  return `e${at === -1 ? 5 : at}`;
}

/** The decades that errors are drawn over, as exponents of ten; at least three. */
export function decadesOf(errors: readonly number[], tolerance: number): readonly [number, number] {
  const drawn = [...errors, tolerance].filter((error) => error > 0 && Number.isFinite(error)).map(Math.log10);
  const least = drawn.reduce((most, own) => Math.min(most, own), 0);
  const largest = drawn.reduce((most, own) => Math.max(most, own), -16);
  if (drawn.length === 0) return [-8, -5];
  const from = Math.floor(least);
  return [from, Math.max(Math.ceil(largest), from + 3)];
}
