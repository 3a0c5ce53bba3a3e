/**
 * Names of attributes that programs made of HLO carry beside those of MLIR programs of JAX (`mhlo.sharding` and others).
 */
export const hloAttributes = {
  /** The name of the instruction: on collectives, calls, loops. */
  name: 'hlo.name',
  /** `kLoop`, `kInput`, `kOutput`, `kCustom`: on calls and functions of fusions. */
  fusionKind: 'hlo.fusion_kind',
  /** A layout that is not row-major, in HLO's text; a list for several results. */
  layout: 'hlo.layout',
  /** In programs of one device, the sharding of the value of which it is a part, in HLO's text. */
  sharding: 'hlo.sharding',
  /** The number of times that a loop runs its body. */
  knownTripCount: 'hlo.known_trip_count',
  /** The configuration that the backend gave an operation, in HLO's text. */
  backendConfig: 'hlo.backend_config',
  /** On an all-reduce: each device uses its part of the sum only. */
  usesPart: 'hlo.uses_part',
  /** On a collective: its bytes over those of the program's own types. */
  widening: 'hlo.widening',
  /** On the module: operations are in the order of a schedule. */
  isScheduled: 'hlo.is_scheduled',
  /** On the module: it is the program of one of `mhlo.num_partitions` devices. */
  isPartitioned: 'hlo.is_partitioned',
} as const;
