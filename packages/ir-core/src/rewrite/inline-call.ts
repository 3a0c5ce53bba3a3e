import { Block } from '../ir/block.ts';
import { cloneRegionInto, IrMapping } from '../ir/clone.ts';
import type { Context } from '../ir/context.ts';
import { callableOpInterface, callOpInterface, type DialectInlining } from '../ir/interfaces.ts';
import { CallSiteLoc, type Location, UnknownLoc } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import { countExpansion } from './expansion.ts';
import { zip } from '../list/zip.ts';

/** Options of the replacement of a call by its callee. */
export interface InlineOptions {
  /** True if the callable keeps its body; otherwise the body is moved. */
  readonly clone: boolean;
  /** Told of the inlined blocks before they are merged with those around. */
  readonly onInlined?: (blocks: readonly Block[]) => void;
}

/**
 * Inlines the body of a callable at a call, as MLIR's inliner does. The call's results are replaced; the call itself is
 * left for the caller to erase.
 *
 * @returns false, with nothing changed, when a dialect forbids it or the signatures differ.
 */
export function inlineCall(
  op: Operation,
  callable: Operation,
  context: Context,
  options: InlineOptions,
): boolean {
  const source = context.query(callableOpInterface, callable)?.callableRegion ?? null;
  const target = op.parent?.parent ?? null;
  const operands = context.query(callOpInterface, op)?.argumentOperands;
  if (source === null || source.isEmpty || target === null || operands === undefined) return false;
  const { entry } = source;
  const mapping = new IrMapping();
  if (operands.length !== entry.arguments.length) return false;
  for (const [argument, operand] of zip(entry.arguments, operands)) {
    if (operand.type !== argument.type) return false;
    mapping.values.set(argument, operand);
  }
  const wouldBeCloned = options.clone;
  if (inliningOf(op, context)?.isLegalToInlineCall?.(op, callable, wouldBeCloned) !== true) return false;
  if (!isLegalRegion(source, target, wouldBeCloned, mapping, context)) return false;
  if (options.clone) countExpansion(source);
  inlineBody(op, source, mapping, context, options);
  return true;
}

function inliningOf(op: Operation, context: Context): DialectInlining | undefined {
  return context.dialects.get(op.definition.dialect)?.inlining;
}

function isLegalRegion(
  source: Region,
  target: Region,
  wouldBeCloned: boolean,
  mapping: IrMapping,
  context: Context,
): boolean {
  const holder = inliningOf(target.parent, context);
  if (holder?.isLegalToInlineRegion?.(target, source, wouldBeCloned, mapping) !== true) return false;
  return areOpsLegal(source, target, wouldBeCloned, mapping, context);
}

function areOpsLegal(
  source: Region,
  target: Region,
  wouldBeCloned: boolean,
  mapping: IrMapping,
  context: Context,
): boolean {
  for (const block of source.blocks) {
    for (let op = block.firstOp; op !== null; op = op.next) {
      // Casts between dialects belong to none of them.
      if (op.name === 'builtin.unrealized_conversion_cast') continue;
      const inlining = inliningOf(op, context);
      if (inlining?.isLegalToInlineOp?.(op, target, wouldBeCloned, mapping) !== true) return false;
      if (inlining.shouldAnalyzeRecursively?.(op) === false) continue;
      for (const region of op.regions) {
        if (!areOpsLegal(region, target, wouldBeCloned, mapping, context)) return false;
      }
    }
  }
  return true;
}

function inlineBody(
  call: Operation,
  source: Region,
  mapping: IrMapping,
  context: Context,
  options: InlineOptions,
): void {
  const block = call.parent!;
  const target = block.parent!;
  if (source.blocks.length === 1) {
    inlineBlock(call, source, mapping, context, options);
    return;
  }
  const rest = splitAfter(call);
  const newBlocks = moveOrClone(source, target, target.blocks.indexOf(rest), mapping, options.clone);
  relocate(newBlocks, call.location);
  options.onInlined?.(newBlocks);
  for (const result of call.results)
    result.replaceAllUsesWith(rest.addArgument(result.type, result.location));
  for (const newBlock of newBlocks) {
    const terminator = newBlock.lastOp!;
    inliningOf(terminator, context)?.handleBlockTerminator?.(terminator, rest);
  }
  const [first] = newBlocks;
  for (const op of first!) op.moveToEnd(block);
  target.remove(first!);
}

/** Of a body of one block, the operations take the place of the call: what follows it stays where it is. */
function inlineBlock(
  call: Operation,
  source: Region,
  mapping: IrMapping,
  context: Context,
  options: InlineOptions,
): void {
  const target = call.parent!.parent!;
  const newBlocks = moveOrClone(source, target, target.blocks.length, mapping, options.clone);
  relocate(newBlocks, call.location);
  options.onInlined?.(newBlocks);
  const [block] = newBlocks;
  const terminator = block!.lastOp!;
  inliningOf(terminator, context)?.handleTerminator?.(terminator, call.results);
  terminator.erase();
  for (const op of block!) op.moveBefore(call);
  target.remove(block!);
}

/** Moves what follows `op` to a new block after its own. */
function splitAfter(op: Operation): Block {
  const block = op.parent!;
  const region = block.parent!;
  const rest = new Block();
  region.insert(rest, region.blocks.indexOf(block) + 1);
  while (op.next !== null) op.next.moveToEnd(rest);
  return rest;
}

function moveOrClone(
  source: Region,
  target: Region,
  at: number,
  mapping: IrMapping,
  clone: boolean,
): Block[] {
  const before = target.blocks.length;
  if (clone) {
    cloneRegionInto(source, target, mapping);
    const copies = target.blocks.slice(before);
    for (const copy of copies) target.remove(copy);
    copies.forEach((copy, i) => target.insert(copy, at + i));
    return copies;
  }
  const moved = [...source.blocks];
  for (const [argument, value] of mapping.values) argument.replaceAllUsesWith(value);
  moved.forEach((block, i) => {
    source.remove(block);
    target.insert(block, at + i);
  });
  return moved;
}

/** Gives inlined operations the location that they have in the callable, called from the location of the call. */
function relocate(blocks: readonly Block[], caller: Location): void {
  if (caller instanceof UnknownLoc) return;
  const relocated = new Map<Location, Location>();
  const at = (callee: Location): Location => {
    let location = relocated.get(callee);
    if (location === undefined) relocated.set(callee, (location = CallSiteLoc.get(callee, caller)));
    return location;
  };
  for (const block of blocks) {
    for (const op of block) {
      op.walk((inner) => {
        inner.location = at(inner.location);
      });
    }
  }
}
