import * as hlo from '@shardform/dialect-hlo';
import * as stablehlo from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation, Operation, OpWithDefinition } from '@shardform/ir-core';
import { elementwiseFlops } from '../flops/complex-flops.ts';
import { mapExecutions } from '../flops/region-executions.ts';
import { kernelCost, type KernelCost } from '../kernel-cost.ts';

const { chlo } = stablehlo;

type OpClasses = readonly OpWithDefinition<Operation>[];

/** Operations that take one instruction, or a few, for each element of the result. */
export const elementwiseKernels: OpClasses = [
  stablehlo.AbsOp,
  stablehlo.AddOp,
  stablehlo.AndOp,
  stablehlo.CeilOp,
  stablehlo.ClampOp,
  stablehlo.ClzOp,
  stablehlo.CompareOp,
  stablehlo.ComplexOp,
  stablehlo.ConvertOp,
  stablehlo.DivOp,
  stablehlo.FloorOp,
  stablehlo.ImagOp,
  stablehlo.IsFiniteOp,
  stablehlo.MapOp,
  stablehlo.MaxOp,
  stablehlo.MinOp,
  stablehlo.MulOp,
  stablehlo.NegOp,
  stablehlo.NotOp,
  stablehlo.OrOp,
  stablehlo.PopulationCountOp,
  stablehlo.RealOp,
  stablehlo.ReducePrecisionOp,
  stablehlo.RemOp,
  stablehlo.RoundNearestEvenOp,
  stablehlo.RoundOp,
  stablehlo.SelectOp,
  stablehlo.ShiftLeftOp,
  stablehlo.ShiftRightArithmeticOp,
  stablehlo.ShiftRightLogicalOp,
  stablehlo.SignOp,
  stablehlo.SubtractOp,
  stablehlo.UniformDequantizeOp,
  stablehlo.UniformQuantizeOp,
  stablehlo.XorOp,
  chlo.AsinAcosKernelOp,
  chlo.BroadcastAddOp,
  chlo.BroadcastAndOp,
  chlo.BroadcastCompareOp,
  chlo.BroadcastComplexOp,
  chlo.BroadcastDivOp,
  chlo.BroadcastMaxOp,
  chlo.BroadcastMinOp,
  chlo.BroadcastMulOp,
  chlo.BroadcastOrOp,
  chlo.BroadcastRemOp,
  chlo.BroadcastSelectOp,
  chlo.BroadcastShiftLeftOp,
  chlo.BroadcastShiftRightArithmeticOp,
  chlo.BroadcastShiftRightLogicalOp,
  chlo.BroadcastSubtractOp,
  chlo.BroadcastXorOp,
  chlo.ConjOp,
  chlo.IsInfOp,
  chlo.IsNegInfOp,
  chlo.IsPosInfOp,
  chlo.MulhiOp,
  chlo.SquareOp,
  hlo.StochasticConvertOp,
];

/** Functions that take many instructions for each element of the result. */
export const transcendentalKernels: OpClasses = [
  stablehlo.Atan2Op,
  stablehlo.CbrtOp,
  stablehlo.CosineOp,
  stablehlo.ExpOp,
  stablehlo.Expm1Op,
  stablehlo.Log1pOp,
  stablehlo.LogOp,
  stablehlo.LogisticOp,
  stablehlo.PowOp,
  stablehlo.RsqrtOp,
  stablehlo.SineOp,
  stablehlo.SqrtOp,
  stablehlo.TanOp,
  stablehlo.TanhOp,
  chlo.AcosOp,
  chlo.AcoshOp,
  chlo.AsinOp,
  chlo.AsinhOp,
  chlo.AtanOp,
  chlo.AtanhOp,
  chlo.BesselI1eOp,
  chlo.BroadcastAtan2Op,
  chlo.BroadcastNextAfterOp,
  chlo.BroadcastPolygammaOp,
  chlo.BroadcastPowOp,
  chlo.BroadcastZetaOp,
  chlo.ChloTanOp,
  chlo.CoshOp,
  chlo.DigammaOp,
  chlo.ErfInvOp,
  chlo.ErfOp,
  chlo.ErfcOp,
  chlo.LgammaOp,
  chlo.NextAfterOp,
  chlo.PolygammaOp,
  chlo.SinhOp,
  chlo.ZetaOp,
];

/** Operations with another number of floating-point operations for each complex number than one for each part. */
function complexCosts(classes: OpClasses, ofComplex: number): readonly InterfaceImplementation[] {
  return classes.map((op) =>
    kernelCost.implementFor(op, (own) => ({
      kind: 'elementwise',
      flops: () => elementwiseFlops(own, ofComplex),
    })),
  );
}

const COUNTED: readonly InterfaceImplementation[] = [
  ...complexCosts([stablehlo.ComplexOp, chlo.BroadcastComplexOp], 1),
  // The four products and two sums of the parts; of a quotient, also the squares of the divisor, their sum and two divisions.
  ...complexCosts([stablehlo.MulOp, chlo.BroadcastMulOp, chlo.SquareOp], 6),
  ...complexCosts([stablehlo.DivOp, chlo.BroadcastDivOp], 11),
  kernelCost.implementFor(stablehlo.ConvertOp, (op) => ({
    kind: 'elementwise',
    flops: () => (op.getOperand(0).type === op.getResult().type ? 0 : elementwiseFlops(op)),
  })),
  kernelCost.implementFor(stablehlo.MapOp, (op) => ({
    kind: 'elementwise',
    executions: () => mapExecutions(op),
  })),
];

const isCounted = ({ definition }: OpWithDefinition<Operation>): boolean =>
  COUNTED.some((own) => own.definition === definition);

const ELEMENTWISE: KernelCost = { kind: 'elementwise' };
const TRANSCENDENTAL: KernelCost = { kind: 'transcendental' };

/** The costs of elementwise operations and functions. */
export const elementwiseCosts: readonly InterfaceImplementation[] = [
  ...COUNTED,
  ...elementwiseKernels
    .filter((op) => !isCounted(op))
    .map((op) => kernelCost.implementFor(op, () => ELEMENTWISE)),
  ...transcendentalKernels.map((op) => kernelCost.implementFor(op, () => TRANSCENDENTAL)),
];
