/**
 * Marks gathers, as the compiler for Tenstorrent's devices does, whose slices outside of the operand are zeros. Without it
 * StableHLO moves these slices into the operand.
 */
export const FILL_OUT_OF_BOUNDS = 'tt.fill_out_of_bounds';
