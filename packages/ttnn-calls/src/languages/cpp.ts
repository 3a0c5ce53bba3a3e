import { cppString } from '@shardform/ir-core';
import { UnwritableValue } from '../unwritable.ts';
import type { Language } from './language.ts';
import { memberName } from './member-name.ts';

/** The namespaces of what is not in `::ttnn`. */
const NAMESPACES: Readonly<Record<string, string>> = {
  MathFidelity: '::tt::tt_metal',
  ShardOrientation: '::ttnn::types',
  Topology: '::tt::tt_fabric',
  SliceType: '::ttnn::Conv2dSliceConfig',
  UnaryOpType: '::ttnn::operations::unary',
  UnaryWithParam: '::ttnn::operations::unary',
  Conv3dConfig: '::ttnn::experimental::prim',
  SDPAProgramConfig: '::ttnn::operations::transformer',
  LayerNormShardedMultiCoreProgramConfig: '::ttnn::prim',
  MatmulMultiCoreReuseMultiCastProgramConfig: '::ttnn::operations::matmul',
  MatmulMultiCoreReuseMultiCast1DProgramConfig: '::ttnn::operations::matmul',
  MatmulMultiCoreReuseProgramConfig: '::ttnn::operations::matmul',
  MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig: '::ttnn::operations::matmul',
};

const nameOf = (kind: string): string => `${NAMESPACES[kind] ?? '::ttnn'}::${kind}`;

/** Returns the type that a form of lists is short for: `uint32_t[2]`, `vector<float>`, `small<int32_t>`. */
export function listType(form: string): string {
  const [, element, size] = /^(.*)\[(\d+)\]$/.exec(form) ?? [];
  if (element !== undefined) return `::std::array<${listType(element)}, ${size!}>`;
  const [, container, inner] = /^(vector|small)<(.*)>$/.exec(form) ?? [];
  if (container === undefined) return form;
  return `${container === 'small' ? '::ttsl::SmallVector' : '::std::vector'}<${listType(inner!)}>`;
}

/** Returns the type of the elements of a list. */
export function elementForm(form: string): string | null {
  return /^(?:vector|small)<(.*)>$/.exec(form)?.[1] ?? /^(.*)\[\d+\]$/.exec(form)?.[1] ?? null;
}

function fittingForm(forms: string, length: number): string {
  const fitting = forms.split('|').find((form) => {
    const size = /\[(\d+)\]$/.exec(form)?.[1];
    return size === undefined || Number(size) === length;
  });
  if (fitting === undefined) throw new UnwritableValue(`a list of ${length} numbers has no form in C++`);
  return fitting;
}

/** A float of 32 bits by the nine digits that tell it from its neighbours. */
function floatText(value: number): string {
  const single = Math.fround(value);
  if (Number.isNaN(single)) return '::std::numeric_limits<float>::quiet_NaN()';
  if (!Number.isFinite(single)) return `${single < 0 ? '-' : ''}::std::numeric_limits<float>::infinity()`;
  const rounded = Number(single.toPrecision(9));
  const isSmall = rounded !== 0 && Math.abs(rounded) < 1e-4;
  const text = (isSmall ? rounded.toExponential() : String(rounded)).replace(/e\+?/, 'E');
  return `${/[.E]/.test(text) ? text : `${text}.0`}f`;
}

/** C++ with the library `ttnn`. */
export const cpp: Language = {
  name: 'C++',
  none: '::std::nullopt',
  string: cppString,
  bool: (value) => (value ? 'true' : 'false'),
  float: floatText,
  list: (items, form) =>
    `${listType(fittingForm(form ?? 'vector<int32_t>', items.length))}{${items.join(', ')}}`,
  member: (kind, word) => `${nameOf(kind)}::${memberName(word)}`,
  make: (kind, parts) =>
    kind === 'UnaryWithParam'
      ? `${nameOf(kind)}(${parts.join(', ')})`
      : `${nameOf(kind)}{${parts.join(', ')}}`,
  shape: (sizes) => `::ttnn::Shape({${sizes.join(', ')}})`,
  coordinate: (numbers) => `::ttnn::MeshCoordinate(::ttsl::Span<const uint32_t>{${numbers.join(', ')}})`,
  configuration(kind, members) {
    const given = members.filter(([, value]) => value !== null);
    // It has constructors, so its members are assigned.
    if (kind === 'Conv3dConfig')
      return `[&]() { auto config = ${nameOf(kind)}(); ${given.map(([name, value]) => `config.${name} = ${value!}; `).join('')}return config; }()`;
    return `${nameOf(kind)}{${given.map(([name, value]) => `.${name} = ${value!}`).join(', ')}}`;
  },
};
