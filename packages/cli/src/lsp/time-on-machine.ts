import { secondsText } from '@shardform/study';

/**
 * Returns a time with the machine that it is of, `1.01 ms on h100:1x4 (assumed)`: a time without one looks measured.
 *
 * @param machine its name, which says if nobody has named it.
 */
export function timeOnMachine(seconds: number, machine: string): string {
  return `${secondsText(seconds)} on ${machine.replace(/, assumed$/, ' (assumed)')}`;
}
