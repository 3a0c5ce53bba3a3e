/** `12.3 µs`: seconds for people, with three significant digits. */
export function secondsText(seconds: number): string {
  if (seconds === 0) return '0 s';
  const [scale, unit] = seconds < 1e-3 ? [1e6, 'µs'] : seconds < 1 ? [1e3, 'ms'] : [1, 's'];
  const scaled = seconds * scale;
  const digits = scaled >= 100 ? 1 : scaled >= 10 ? 1 : 2;
  return `${scaled.toFixed(digits)} ${unit}`;
}

/** `63 %`. */
export function percentText(share: number): string {
  const percent = share * 100;
  return `${percent < 10 && percent > 0 ? percent.toFixed(1) : percent.toFixed(0)} %`;
}
