/** Numbers of StableHLO's attributes in bytecode (StableHLO, `StablehloBytecode.cpp`). 0 is no longer used. */
export const attributeCode = {
  channelHandle: 1,
  comparisonDirection: 2,
  comparisonType: 3,
  convDimensionNumbers: 4,
  dotDimensionNumbers: 5,
  fftType: 6,
  gatherDimensionNumbers: 7,
  precision: 8,
  rngAlgorithm: 9,
  rngDistribution: 10,
  scatterDimensionNumbers: 11,
  transpose: 12,
  typeExtensions: 13,
  outputOperandAlias: 14,
  dotAlgorithm: 15,
  resultAccuracyMode: 16,
  resultAccuracy: 17,
  replicaGroupMeshAxes: 18,
  subAxisInfo: 19,
  axisRef: 20,
  meshAxis: 21,
  mesh: 22,
} as const;

/** Numbers of StableHLO's types. */
export const typeCode = { token: 0, future: 1 } as const;
