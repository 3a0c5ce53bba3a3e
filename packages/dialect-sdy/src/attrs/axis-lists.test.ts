import { describe, expect, test } from 'vitest';
import { attribute, attributeText } from '../../tests/sdy-text.ts';

describe('axes and lists of axes', () => {
  test.each([
    '#sdy<sub_axis_info(1)2>',
    '#sdy<axis_ref"y":(1)2>',
    '#sdy<axis_ref"y">',
    '#sdy<axis_ref_list{}>',
    '#sdy<axis_ref_list{"a", "b":(2)4}>',
    '#sdy<list_of_axis_ref_lists[]>',
    '#sdy<manual_axes{}>',
    '#sdy<manual_axes{"a", "b"}>',
    '#sdy<all_to_all_param{"x"}: 0->1>',
  ])('prints %s as it is written', (text) => {
    expect(attributeText(text)).toBe(text);
  });

  test.each([
    [
      '#sdy<list_of_axis_ref_lists[{"x"},{},{"y":(1)2}]>',
      '#sdy<list_of_axis_ref_lists[{"x"}, {}, {"y":(1)2}]>',
    ],
    [
      '#sdy<all_to_all_param_list[{"x"}: 0->1,{"y", "z"}: 2->3]>',
      '#sdy<all_to_all_param_list[{"x"}: 0->1, {"y", "z"}: 2->3]>',
    ],
  ])('prints %s as %s', (text, printed) => {
    expect(attributeText(text)).toBe(printed);
  });

  test.each([
    [
      '#sdy<sub_axis_info(a)1>',
      [
        '1:20 expected integer value',
        "1:20 failed to parse Sdy_SubAxisInfo parameter 'pre_size' which is to be a `int64_t`",
      ],
    ],
    [
      '#sdy<axis_ref"y":(1)>',
      [
        '1:21 expected integer value',
        "1:21 failed to parse Sdy_SubAxisInfo parameter 'size' which is to be a `int64_t`",
        "1:21 failed to parse Sdy_AxisRef parameter 'sub_axis_info' which is to be a `SubAxisInfoAttr`",
      ],
    ],
    [
      '#sdy<axis_ref"y":1>',
      [
        "1:18 expected '('",
        "1:18 failed to parse Sdy_AxisRef parameter 'sub_axis_info' which is to be a `SubAxisInfoAttr`",
      ],
    ],
    [
      '#sdy<axis_ref y>',
      [
        '1:15 expected string',
        "1:15 failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`",
      ],
    ],
    [
      '#sdy<manual_axes{a}>',
      [
        '1:18 expected attribute value',
        "1:18 failed to parse Sdy_ManualAxes parameter 'value' which is to be a `::llvm::ArrayRef<StringAttr>`",
      ],
    ],
    [
      '#sdy<manual_axes{"a",}>',
      [
        '1:22 expected attribute value',
        "1:22 failed to parse Sdy_ManualAxes parameter 'value' which is to be a `::llvm::ArrayRef<StringAttr>`",
      ],
    ],
    ['#sdy<axis_ref_list["x"]>', ["1:19 expected '{'"]],
    [
      '#sdy<axis_ref_list{x}>',
      [
        '1:20 expected string',
        "1:20 failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`",
        "1:20 failed to parse Sdy_AxisRefList parameter 'value' which is to be a `::llvm::ArrayRef<AxisRefAttr>`",
      ],
    ],
    ['#sdy<list_of_axis_ref_lists{}>', ["1:28 expected '['"]],
    ['#sdy<all_to_all_param_list{}>', ["1:27 expected '['"]],
    [
      '#sdy<all_to_all_param{"x"}: a->1>',
      [
        '1:29 expected integer value',
        "1:29 failed to parse Sdy_AllToAllParamAttr parameter 'src_dim' which is to be a `int64_t`",
      ],
    ],
    [
      '#sdy<all_to_all_param{"x"}: 0->a>',
      [
        '1:32 expected integer value',
        "1:32 failed to parse Sdy_AllToAllParamAttr parameter 'tgt_dim' which is to be a `int64_t`",
      ],
    ],
    ['#sdy.foo', ['1:6 unknown attribute `foo` in dialect `sdy`']],
    ['#sdy<foo>', ['1:6 unknown attribute `foo` in dialect `sdy`']],
  ])('rejects %s', (text, problems) => {
    expect(attribute(text).problems).toEqual(problems);
  });
});
