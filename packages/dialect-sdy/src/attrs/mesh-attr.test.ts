import { describe, expect, test } from 'vitest';
import { attribute, attributeText } from '../../tests/sdy-text.ts';

describe('#sdy.mesh', () => {
  test.each([
    '#sdy.mesh<["x"=2]>',
    '#sdy.mesh<["x"=2, "y"=4]>',
    '#sdy.mesh<[]>',
    '#sdy.mesh<["two words"=1]>',
  ])('prints %s as it is written', (text) => {
    expect(attributeText(text)).toBe(text);
  });

  test.each([
    ['#sdy.mesh<["x"=2,"y"=2],device_ids=[3,2,1,0]>', '#sdy.mesh<["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>'],
    ['#sdy.mesh<[],device_ids=[7]>', '#sdy.mesh<[], device_ids=[7]>'],
    ['#sdy.mesh<["x"=2], device_ids=[0,1]>', '#sdy.mesh<["x"=2]>'],
    ['#sdy<mesh_axis "x" = 2>', '#sdy<mesh_axis"x"=2>'],
  ])('prints %s as %s', (text, printed) => {
    expect(attributeText(text)).toBe(printed);
  });

  test.each([
    [
      '#sdy.mesh<[], device_ids=[]>',
      [
        '1:27 expected integer value',
        "1:27 failed to parse Sdy_Mesh parameter 'device_ids' which is to be a `::llvm::ArrayRef<int64_t>`",
      ],
    ],
    [
      '#sdy.mesh_axis<"x"=2>',
      [
        '1:15 expected string',
        "1:15 failed to parse Sdy_MeshAxis parameter 'name' which is to be a `::llvm::StringRef`",
      ],
    ],
    [
      '#sdy.mesh<["x"=0]>',
      [
        '1:12 axis size must be at least 1, got: 0',
        "1:17 failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`",
      ],
    ],
    [
      '#sdy.mesh<["x"=-1]>',
      [
        '1:12 axis size must be at least 1, got: -1',
        "1:18 failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`",
      ],
    ],
    [
      // An integer of one bit, which is its sign.
      '#sdy.mesh<["x"=true]>',
      [
        '1:12 axis size must be at least 1, got: -1',
        "1:20 failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`",
      ],
    ],
    [
      '#sdy.mesh<["x"=9223372036854775807]>',
      [
        '1:16 9223372036854775807 is beyond 9007199254740991, the largest number that is supported',
        "1:35 failed to parse Sdy_MeshAxis parameter 'size' which is to be a `int64_t`",
        "1:35 failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`",
      ],
    ],
    ['#sdy.mesh<["x"=2,"x"=2]>', ['1:10 duplicate axis name: "x"']],
    [
      '#sdy.mesh<["x"=2],device_ids=[0,2]>',
      ['1:10 sorted device ids must be iota(product(axes)), got: 0, 2'],
    ],
    [
      '#sdy.mesh<["x"=2],device_ids=[0,1,2]>',
      ['1:10 total product of axis sizes must match total number of device ids, got: 2 != 3'],
    ],
    ['#sdy.mesh<[],device_ids=[0,1,2]>', ['1:10 axes is empty and device_ids has more than one element']],
    ['#sdy.mesh<[],device_ids=[-1]>', ['1:10 device id must be non-negative, got: -1']],
    [
      '#sdy.mesh<["x"=2], device_ids=[1,]>',
      [
        '1:34 expected integer value',
        "1:34 failed to parse Sdy_Mesh parameter 'device_ids' which is to be a `::llvm::ArrayRef<int64_t>`",
      ],
    ],
    ['#sdy.mesh<["x"=2 "y"=3]>', ["1:17 expected ']'"]],
    [
      '#sdy.mesh<["x"=]>',
      [
        '1:16 expected integer value',
        "1:16 failed to parse Sdy_MeshAxis parameter 'size' which is to be a `int64_t`",
        "1:16 failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`",
      ],
    ],
    [
      '#sdy.mesh<[x=2]>',
      [
        '1:12 expected string',
        "1:12 failed to parse Sdy_MeshAxis parameter 'name' which is to be a `::llvm::StringRef`",
        "1:12 failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`",
      ],
    ],
    [
      '#sdy.mesh<["x"=a]>',
      [
        '1:16 expected integer value',
        "1:16 failed to parse Sdy_MeshAxis parameter 'size' which is to be a `int64_t`",
        "1:16 failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`",
      ],
    ],
    ['#sdy.mesh<["x"=2], foo>', ["1:20 expected 'device_ids'"]],
    ['#sdy.mesh<"x"=2>', ["1:11 expected '['"]],
    [
      '#sdy.mesh<["x"=9223372036854775808]>',
      [
        '1:16 integer value too large',
        "1:35 failed to parse Sdy_MeshAxis parameter 'size' which is to be a `int64_t`",
        "1:35 failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`",
      ],
    ],
  ])('rejects %s', (text, problems) => {
    expect(attribute(text).problems).toEqual(problems);
  });
});
