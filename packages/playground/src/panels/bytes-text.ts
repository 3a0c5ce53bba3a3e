const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Bytes for people, such as `1.5 MiB`. */
export function bytesText(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** unit;
  return `${Number.isInteger(amount) ? amount : amount.toFixed(1)} ${UNITS[unit]!}`;
}
