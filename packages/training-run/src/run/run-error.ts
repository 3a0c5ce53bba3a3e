/** A run that cannot be simulated: the field, the reason and the remedy. */
export class RunError extends Error {
  override name = 'RunError';
}
