const UNITS = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** Returns a number of bytes for people, in powers of 1024 with one decimal: `512 B`, `1.5 MiB`, `2,048.0 PiB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  let [size, unit] = [bytes / 1024, 0];
  while (size >= 1024 && unit + 1 < UNITS.length) [size, unit] = [size / 1024, unit + 1];
  const number = size < 1e15 ? formatOf().format(size) : size.toExponential(1);
  return `${number} ${UNITS[unit]!}`;
}

let format: Intl.NumberFormat | null = null;

/** One for all: making a format takes as long as formatting a hundred numbers, and programs have many sizes. */
function formatOf(): Intl.NumberFormat {
  return (format ??= new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
}
