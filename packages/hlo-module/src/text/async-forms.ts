import { normalize } from '../implied-attributes.ts';
import type { Computation, Instruction } from '../model/module.ts';
import type { Shape } from '../model/shape.ts';
import type { Mutable } from '../mutable.ts';
import { asyncForm } from '../opcodes.ts';
import type { InstructionDraft, TextReader } from './draft.ts';

/** The shape that an operation has where it is not asynchronous: the second element of `((operands), result, ...)`. */
function resultShape(shape: Shape): Shape | undefined {
  return shape.kind === 'tuple' ? shape.elements[1] : undefined;
}

/** Returns a computation that does one operation on its parameters. */
function wrapper(
  name: string,
  opcode: string,
  shape: Shape,
  draft: InstructionDraft,
  thread: string,
): Computation {
  const { line } = draft;
  const parameters = draft.operands.map((operand, parameterNumber): Instruction => ({
    name: parameterNumber === 0 ? 'async_param' : `async_param.${parameterNumber}`,
    opcode: 'parameter',
    shape: operand.shape,
    operands: [],
    attributes: { parameterNumber },
    called: [],
    line,
  }));
  const { asyncExecutionThread: _, ...attributes } = draft.attributes;
  normalize(opcode, attributes);
  const root: Instruction = {
    name: opcode,
    opcode,
    shape,
    operands: parameters,
    attributes,
    called: draft.called,
    line,
  };
  const computation: Mutable<Computation> = {
    name,
    instructions: [...parameters, root],
    parameters,
    root,
    line,
  };
  if (thread !== 'main') computation.executionThread = thread;
  return computation;
}

/**
 * Completes the attributes of an instruction, and replaces the short form of an asynchronous operation,
 * `custom-call-start(...)`, by the long one, `async-start(...)` with a computation that does the operation. The attributes are those of the operation.
 */
export function completeDraft(draft: InstructionDraft, reader: TextReader): void {
  const form = asyncForm(draft.opcode, draft.operands[0]?.opcode);
  if (form === null) {
    normalize(draft.opcode, draft.attributes);
    return;
  }
  const { asyncExecutionThread } = draft.attributes;
  if (form.phase === 'start') {
    const shape =
      resultShape(draft.shape) ??
      reader.scanner.fail(`'${draft.opcode}' has no shape of the form ((operands), result, ...)`);
    const computation = wrapper(
      reader.freshName('async_wrapped'),
      form.wrapped,
      shape,
      draft,
      asyncExecutionThread ?? 'main',
    );
    reader.enter(computation);
    draft.called = [{ role: 'calls', computation }];
  }
  draft.opcode = `async-${form.phase}`;
  // Later parts repeat the attributes of the operation in some versions.
  draft.attributes = asyncExecutionThread === undefined ? {} : { asyncExecutionThread };
}
