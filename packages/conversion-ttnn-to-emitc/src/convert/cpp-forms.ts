import { Attribute, IntegerAttr } from '@shardform/ir-core';
import { cpp } from '@shardform/ttnn-calls';

const word = (value: unknown): string => {
  const own: unknown = value instanceof Attribute ? Reflect.get(value, 'value') : null;
  return typeof own === 'string' ? `${own[0]!.toUpperCase()}${own.slice(1)}` : '';
};

/** Types of arguments that C++ makes of a number, a truth or a word. */
const FORMS: Readonly<Record<string, (value: unknown) => string>> = {
  SubDeviceId: (value) => `::std::make_optional<::tt::tt_metal::SubDeviceId>(${numberOf(value)})`,
  QueueId: (value) => `::ttnn::QueueId(${numberOf(value)})`,
  axes: (value) => cpp.list([numberOf(value)], 'vector<uint32_t>'),
  StochasticRounding: (value) =>
    `::ttml::metal::StochasticRounding::${numberOf(value) === '0' ? 'Disabled' : 'Enabled'}`,
  AttentionMaskType: (value) => `::ttml::metal::AttentionMaskType::${word(value)}`,
};

const numberOf = (value: unknown): string => (value instanceof IntegerAttr ? String(value.value) : '0');

/** Returns an attribute in a form of its own; `null` for other forms, and where there is none. */
export function formedText(form: string | null, value: unknown): string | null {
  const write = FORMS[form ?? ''];
  return write === undefined || value === null || value === undefined ? null : write(value);
}
