/** `3.0e-7`: an error in two digits; `0`, and `∞` where one of two numbers is not finite. */
export function errorSizeText(error: number): string {
  if (error === 0) return '0';
  return Number.isFinite(error) ? error.toExponential(1) : '∞';
}
