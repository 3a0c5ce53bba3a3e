import { describe, expect, test } from 'vitest';
import { attribute, attributeText } from '../../tests/sdy-text.ts';

describe('#sdy.sharding', () => {
  test.each([
    '#sdy.sharding<@m, []>',
    '#sdy.sharding<@m, [{}, {?}, {"x"}, {"y", ?}, {"z":(1)2}p0, {?}p3]>',
    '#sdy.sharding<@m, [{"x"}], replicated={"z"}>',
    '#sdy.sharding<@m, [{"x"}], unreduced={"z":(2)2}>',
    '#sdy.sharding<mesh<[], device_ids=[0]>, []>',
    '#sdy.sharding_per_value<[]>',
    '#sdy.sharding_per_value<[<@m, [{}]>, <@m, [{"x"}]>]>',
  ])('prints %s as it is written', (text) => {
    expect(attributeText(text)).toBe(text);
  });

  test.each([
    [
      '#sdy.sharding<@m,[{"x"},{?}],unreduced={"y"},replicated={"z"}>',
      '#sdy.sharding<@m, [{"x"}, {?}], replicated={"z"}, unreduced={"y"}>',
    ],
    ['#sdy.sharding<@m,[],unreduced=max{"y"}>', '#sdy.sharding<@m, [], unreduced=max{"y"}>'],
    ['#sdy.sharding<mesh<["x"=2]>, [{"x"},{?}]>', '#sdy.sharding<mesh<["x"=2]>, [{"x"}, {?}]>'],
    [
      '#sdy.sharding<mesh<["x"=2], device_ids=[1,0]>, []>',
      '#sdy.sharding<mesh<["x"=2], device_ids=[1, 0]>, []>',
    ],
    ['#sdy<dimension_sharding{"x",?}p1>', '#sdy<dimension_sharding{"x", ?}p1>'],
    ['#sdy.sharding_per_value<[#sdy.sharding<@m,[]>]>', '#sdy.sharding_per_value<[<@m, []>]>'],
  ])('prints %s as %s', (text, printed) => {
    expect(attributeText(text)).toBe(printed);
  });

  test.each([
    [
      '#sdy.sharding<@m,[{"x",?}p01]>',
      [
        '1:29 priorities with leading zeros are not allowed, got: p01',
        "1:29 failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`",
      ],
    ],
    ['#sdy.sharding', ["1:14 expected '<'"]],
    ['#sdy.sharding<@m>', ["1:17 expected ','"]],
    [
      '#sdy.sharding<"m",[]>',
      [
        '1:15 invalid kind of attribute specified',
        '1:18 expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>',
      ],
    ],
    ['#sdy.sharding<@m,{}>', ["1:18 expected '['"]],
    [
      '#sdy.sharding<@m,[{"x" "y"}]>',
      [
        "1:23 expected ','",
        "1:24 failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`",
      ],
    ],
    [
      '#sdy.sharding<@m,[{"x",}]>',
      [
        '1:24 expected string',
        "1:24 failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`",
        "1:24 failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`",
      ],
    ],
    [
      '#sdy.sharding<@m,[{"x",?,}]>',
      [
        "1:25 expected '}'",
        "1:25 failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`",
      ],
    ],
    [
      '#sdy.sharding<@m,[{"x"}p]>',
      [
        "1:25 expecting priority in format 'p<number>', got: p",
        "1:25 failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`",
      ],
    ],
    [
      '#sdy.sharding<@m,[{"x",?}q1]>',
      [
        "1:28 expecting priority in format 'p<number>', got: q1",
        "1:28 failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`",
      ],
    ],
    [
      '#sdy.sharding<@m,[{"x",?}p1a]>',
      [
        "1:29 expecting priority in format 'p<number>', got: p1a",
        "1:29 failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`",
      ],
    ],
    [
      '#sdy.sharding<@m,[{"x",?}p99999999999999999999999]>',
      [
        '1:50 expecting integer priority, got: p99999999999999999999999',
        "1:50 failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`",
      ],
    ],
    [
      '#sdy.sharding<@m,[],replicated>',
      ["1:31 expected '='", "1:31 failed to parse Sdy_TensorSharding parameter 'replicated_axes'"],
    ],
    [
      '#sdy.sharding<@m,[],foo={}>',
      ['1:21 failed to parse Sdy_TensorSharding, expected valid named axis list after comma'],
    ],
    [
      '#sdy.sharding<@m,[],>',
      ['1:21 failed to parse Sdy_TensorSharding, expected valid named axis list after comma'],
    ],
    [
      '#sdy.sharding<@m,[],replicated={"a"}, replicated={"b"}>',
      ['1:39 failed to parse Sdy_TensorSharding, expected valid named axis list after comma'],
    ],
    [
      '#sdy.sharding<@m,[],unreduced={"x":(2)}>',
      [
        '1:39 expected integer value',
        "1:39 failed to parse Sdy_SubAxisInfo parameter 'size' which is to be a `int64_t`",
        "1:39 failed to parse Sdy_AxisRef parameter 'sub_axis_info' which is to be a `SubAxisInfoAttr`",
        '1:39 failed to parse axis list which is expected to be an `ArrayRef<AxisRefAttr>`',
        "1:39 failed to parse Sdy_TensorSharding parameter 'unreduced_axes'",
      ],
    ],
    ['#sdy.sharding<mesh<"x"=2>,[]>', ["1:20 expected '['", '1:20 failed to parse MeshAttr']],
    ['#sdy.sharding_per_value<<@m,[]>>', ["1:25 expected '['"]],
  ])('rejects %s', (text, problems) => {
    expect(attribute(text).problems).toEqual(problems);
  });
});
