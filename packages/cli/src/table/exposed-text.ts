import { secondsText } from '@shardform/study';

/** Of sums of times. */
const ROUNDING = 1e-9;

/** Whether communication takes time, none of which a step waits for. */
export function isHidden(seconds: number | null, hiddenSeconds: number | null): boolean {
  if (seconds === null || hiddenSeconds === null) return false;
  return hiddenSeconds > 0 && seconds <= ROUNDING * hiddenSeconds;
}

/** Returns the time that a step waits for communication: `hidden` where something is computed meanwhile, nothing where nothing was simulated. */
export function exposedText(seconds: number | null, hiddenSeconds: number | null): string {
  if (seconds === null) return '';
  return isHidden(seconds, hiddenSeconds) ? 'hidden' : secondsText(seconds);
}
