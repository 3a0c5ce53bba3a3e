/** Opcodes of HLO that communicate, by which XLA names instructions; asynchronous ones have `-start` and `-done` behind them. */
const COMMUNICATION: ReadonlySet<string> = new Set([
  ...['all-reduce', 'all-gather', 'reduce-scatter', 'all-to-all', 'ragged-all-to-all'],
  ...['collective-permute', 'collective-broadcast', 'send', 'recv'],
]);

/** Returns whether an operation communicates, by its name: `all-reduce-start.4`. */
export function isCommunication(operation: string): boolean {
  return COMMUNICATION.has(operation.replace(/(?:\.[\w.]*)$/, '').replace(/-(?:start|done)$/, ''));
}
