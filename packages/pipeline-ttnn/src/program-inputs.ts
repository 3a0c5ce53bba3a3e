import { ttnnCreateInputGenerators, ttnnLoadInputTensors } from '@shardform/conversion-ttnn-to-emitpy';
import {
  booleanOption,
  type OptionSpecs,
  type OptionValues,
  type PipelineElement,
  stringOption,
} from '@shardform/ir-core';

/** Where a program that is written in a language gets its inputs. */
export const inputOptions = {
  'load-input-tensors-from-disk': booleanOption('read inputs from files, which are ones otherwise'),
  'tensor-load-directory': stringOption('folder of the files of inputs; the working directory unless given'),
  'tensor-load-file-prefix': stringOption("how the files' names begin", 'arg'),
  'tuplify-input-if-empty': booleanOption('functions without inputs take a list, too'),
} as const satisfies OptionSpecs;

/** The pass that makes or reads inputs. */
export function inputsPass(options: OptionValues<typeof inputOptions>): PipelineElement {
  return options['load-input-tensors-from-disk']
    ? ttnnLoadInputTensors.create({
        'tensor-load-directory': options['tensor-load-directory'],
        'tensor-load-file-prefix': options['tensor-load-file-prefix'],
      })
    : ttnnCreateInputGenerators.create();
}
