/** Columns of MLIR's reports. */
const WIDTH = 80;

/** Returns the heading of MLIR's reports about passes. */
export function reportHeading(title: string): string {
  const rule = `===${'-'.repeat(WIDTH - 7)}===`;
  const centred = `... ${title} report ...`;
  return `${rule}\n${' '.repeat(Math.floor((WIDTH - centred.length) / 2))}${centred}\n${rule}\n`;
}
