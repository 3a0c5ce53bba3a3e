const UNITS = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/**
 * Returns a number of bytes for people, in powers of 1024 with one decimal: `512 B`, `1.5 MiB`, `2,048.0 PiB`. Sums of parts, such as what
 * a device sends in a ring, need not be whole; bytes are.
 */
export function bytesText(bytes: number): string {
  const whole = Math.round(bytes);
  // Less than half a byte may be negative.
  if (whole < 1024) return `${whole === 0 ? 0 : whole} B`;
  let [size, unit] = [bytes / 1024, 0];
  while (size >= 1024 && unit + 1 < UNITS.length) [size, unit] = [size / 1024, unit + 1];
  const number = size < 1e15 ? withThousands(size.toFixed(1)) : size.toExponential(1);
  return `${number} ${UNITS[unit]!}`;
}

/** Not a format of `Intl`, since making one takes as long as partitioning a small program. */
function withThousands(decimal: string): string {
  return decimal.replace(/\B(?=(?:\d{3})+\.)/g, ',');
}
