/** A program of one device sends nothing, which is seldom the question: returns what divides it. */
export function oneDeviceHint(): string {
  return "nothing in the program says how arrays are split; lower it with shardings of its arguments (jax.jit's in_shardings, or arrays that have some), or let 'shardform plan FILE --devices 8' choose them";
}
