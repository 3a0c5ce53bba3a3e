import { arrayParameter, attributeBody, defaultParameter, defineAttr } from '@shardform/ir-core';
import { axisRefParameter } from './axis-ref-attr.ts';
import type { AxisRefAttr } from './axis-ref-attr.ts';

/** `{"x", "y"}`: axes in an order that matters. */
export class AxisRefListAttr extends defineAttr('sdy.axis_ref_list', {
  summary: 'List of axis refs',
  parameters: { value: defaultParameter(arrayParameter(axisRefParameter, 'none'), () => []) },
  format: '`{` ($value^)? `}`',
  cppName: 'Sdy_AxisRefList',
}) {}

const listParameter = /* @__PURE__ */ attributeBody(AxisRefListAttr, {
  cppType: 'AxisRefListAttr',
  what: 'a list of axes',
});

/** `[{"x"}, {}]`: one list of axes per dimension. */
export class ListOfAxisRefListsAttr extends defineAttr('sdy.list_of_axis_ref_lists', {
  summary: 'List of axis ref lists',
  parameters: { value: defaultParameter(arrayParameter(listParameter, 'none'), () => []) },
  format: '`[` ($value^)? `]`',
  cppName: 'Sdy_ListOfAxisRefLists',
}) {
  /** From plain lists. */
  static of(lists: readonly (readonly AxisRefAttr[])[]): ListOfAxisRefListsAttr {
    return ListOfAxisRefListsAttr.get({ value: lists.map((value) => AxisRefListAttr.get({ value })) });
  }

  get isEmpty(): boolean {
    return this.value.every(({ value }) => value.length === 0);
  }
}
