/** Numbers of the attributes in bytecode (Shardy, `bytecode.td`). Propagation edges are text. */
export const attributeCode = {
  manualAxes: 0,
  meshAxis: 1,
  mesh: 2,
  subAxisInfo: 3,
  axisRef: 4,
  dimensionSharding: 5,
  tensorSharding: 6,
  shardingPerValue: 7,
  dimMapping: 8,
  tensorMapping: 9,
  shardingRule: 10,
  axisRefList: 11,
  listOfAxisRefLists: 12,
  allToAllParam: 13,
  allToAllParamList: 14,
  /** With axes along which partial values are summed. */
  unreducedSharding: 15,
  shardingPerValueWithUnreduced: 16,
  /** With axes along which partial values are combined in another way. */
  reducedSharding: 17,
} as const;
