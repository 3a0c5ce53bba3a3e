import {
  arrayParameter,
  attributeBody,
  defaultParameter,
  defineAttr,
  integerParameter,
} from '@shardform/ir-core';
import { axisRefParameter } from './axis-ref-attr.ts';

/** Axes that an all-to-all moves from one dimension to another: `{"x"}: 0->1`. */
export class AllToAllParamAttr extends defineAttr('sdy.all_to_all_param', {
  summary: 'All-to-all parameter',
  parameters: {
    axes: arrayParameter(axisRefParameter, 'none'),
    src_dim: integerParameter,
    tgt_dim: integerParameter,
  },
  format: '`{` $axes `}` `` `:` $src_dim `` `->` `` $tgt_dim',
  cppName: 'Sdy_AllToAllParamAttr',
}) {}

const paramParameter = /* @__PURE__ */ attributeBody(AllToAllParamAttr, {
  cppType: 'AllToAllParamAttr',
  what: 'an all-to-all parameter',
});

/** `[{"x"}: 0->1, {"y"}: 2->3]`. */
export class AllToAllParamListAttr extends defineAttr('sdy.all_to_all_param_list', {
  summary: 'List of all-to-all parameters',
  parameters: { value: defaultParameter(arrayParameter(paramParameter, 'none'), () => []) },
  format: '`[` ($value^)? `]`',
  cppName: 'Sdy_AllToAllParamList',
}) {}
