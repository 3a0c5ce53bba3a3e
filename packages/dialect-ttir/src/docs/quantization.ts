import type { DialectDocumentation, OpDocumentation } from '@shardform/ir-core';
import { exampleOf } from './example.ts';

const QUANTIZE =
  'Quantizes floats: each element becomes the integer `round(x / scale) + zero_point`, limited to the range of the storage type.';
const DEQUANTIZE = 'Converts quantized integers to floats: `(q - zero_point) · scale`.';
const REQUANTIZE =
  'Converts integers of one quantization to those of another: dequantizes with the scale and zero point of the operand and quantizes with those of the result.';

const FLOATS = '32x64xf32';
const INTEGERS = '32x64x!quant.uniform<i32:f32, 1.000000e-01>';
const OTHERS = '32x64x!quant.uniform<i32:f32, 2.000000e-01>';

const FROM_TYPE =
  'Scale and zero point are those of the quantized type, for the whole tensor or for each index of one dimension.';
const FROM_OPERANDS =
  'Scale and zero point are operands that say the same as the quantized type; with `axis` they have one number per index of that dimension.';
const OUTPUT = '`output_dtype` is the data type that the device stores.';

function documented(
  op: string,
  text: string,
  operands: Readonly<Record<string, string>>,
  result: string,
  properties?: string,
): OpDocumentation {
  return { description: text, example: exampleOf({ op, operands, properties, results: [result] }) };
}

const SCALING = { scale: '1xf32', zero_point: '1xi32' };
const SCALINGS = { in_scale: '1xf32', in_zero_point: '1xi32', out_scale: '1xf32', out_zero_point: '1xi32' };

/** The documentation of quantization in TTIR. */
export const ttirQuantizationDocumentation: DialectDocumentation = {
  dequantize: documented('ttir.dequantize', `${DEQUANTIZE} ${FROM_TYPE}`, { input: INTEGERS }, FLOATS),
  dequantize_unrolled: documented(
    'ttir.dequantize_unrolled',
    `${DEQUANTIZE} ${FROM_OPERANDS}`,
    { input: INTEGERS, ...SCALING },
    FLOATS,
  ),
  quantize: documented('ttir.quantize', `${QUANTIZE} ${FROM_TYPE}`, { input: FLOATS }, INTEGERS),
  quantize_unrolled: documented(
    'ttir.quantize_unrolled',
    `${QUANTIZE} ${FROM_OPERANDS}`,
    { input: FLOATS, ...SCALING },
    INTEGERS,
  ),
  requantize: documented('ttir.requantize', `${REQUANTIZE} ${FROM_TYPE}`, { input: INTEGERS }, OTHERS),
  requantize_unrolled: documented(
    'ttir.requantize_unrolled',
    `${REQUANTIZE} ${FROM_OPERANDS}`,
    { input: INTEGERS, ...SCALINGS },
    OTHERS,
  ),
};

/** The documentation of quantization in TTNN. */
export const ttnnQuantizationDocumentation: DialectDocumentation = {
  dequantize: documented(
    'ttnn.dequantize',
    `${DEQUANTIZE} ${FROM_OPERANDS} ${OUTPUT}`,
    { input: INTEGERS, ...SCALING },
    FLOATS,
    'output_dtype = #ttcore.supportedDataTypes<f32>',
  ),
  quantize: documented(
    'ttnn.quantize',
    `${QUANTIZE} ${FROM_OPERANDS} ${OUTPUT}`,
    { input: FLOATS, ...SCALING },
    INTEGERS,
    'output_dtype = #ttcore.supportedDataTypes<si32>',
  ),
  requantize: documented(
    'ttnn.requantize',
    `${REQUANTIZE} ${FROM_OPERANDS} ${OUTPUT}`,
    { input: INTEGERS, ...SCALINGS },
    OTHERS,
    'output_dtype = #ttcore.supportedDataTypes<si32>',
  ),
};
