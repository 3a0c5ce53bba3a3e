import { type InsertedCollective, listCollectives } from '@shardform/study';
import type { Program } from './program.ts';

/** Returns the collectives of a program in its order. */
export function collectivesOf({ model, names }: Program): readonly InsertedCollective[] {
  const { module, context, isValid } = model;
  return isValid ? listCollectives(module, context, { names }) : [];
}
