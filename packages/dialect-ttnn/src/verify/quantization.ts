import type { IntegerAttr } from '@shardform/ir-core';
import { checks } from '@shardform/dialect-ttir';

type Problems = checks.Problems;
type Quantization = checks.Quantization & { readonly axis: IntegerAttr | null };

const SHAPE_NAME = 'input tensor shape';

/** Real numbers become integers. */
export function* quantizeProblems(op: Quantization): Problems {
  yield* checks.elementProblems(op, 'real', 'quantized');
  yield* scaledProblems(op);
}

/** Integers become real numbers. */
export function* dequantizeProblems(op: Quantization): Problems {
  yield* checks.elementProblems(op, 'quantized', 'real');
  yield* scaledProblems(op);
}

/** Integers become integers of another scale. */
export function* requantizeProblems(op: Quantization): Problems {
  yield* checks.sameScopeProblems(op);
  yield* scaledProblems(op);
}

function* scaledProblems(op: Quantization): Problems {
  yield* checks.quantizedShapeProblems(op, SHAPE_NAME);
  yield* checks.scaleProblems(op, op.axis);
}
