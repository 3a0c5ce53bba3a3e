import { percentText } from '@shardform/study';

/** Of the memory of a device: a program that takes more may find too little, since allocators keep some and leave gaps. */
const AMPLE = 0.9;

/** Returns what is to be said of a peak that fits, behind that: nothing, or `, with 4.0 % to spare: allocators of frameworks keep some of it`. */
export function spareText(bytes: number, capacity: number): string {
  if (bytes <= AMPLE * capacity) return '';
  const spare = bytes === capacity ? 'nothing' : percentText(1 - bytes / capacity);
  return `, with ${spare} to spare: allocators of frameworks keep some of it`;
}
