/** The topology of an MPMD function: its meshes by name. */
export const TOPOLOGY = 'topology';

/** The mesh of a function that is the body of a fragment. */
export const MESH_SHAPE = 'mesh_shape';

/** The microbatch that a call or fragment works on. */
export const CALL_COUNTER = 'call_counter';

/** The iteration of an unrolled loop that an operation comes from. */
export const UNROLL_COUNTER = 'unroll_counter';

/** Marks fragments that compute a forward fragment again. */
export const REMAT = 'remat';

/** Marks the half of a split fragment whose results are transferred. */
export const SPLIT_KEEP_TRANSFERRED = 'split_keep_transferred';

/** Marks the half of a split fragment whose results stay on its mesh. */
export const SPLIT_DROP_TRANSFERRED = 'split_drop_transferred';

/** The passes that made an inferred fragment. */
export const INFERRED_BY = 'mpmd.inferred_by';

/** The first operand of a fragment that only orders it behind others. */
export const CONTROL_OPERAND_START = 'mpmd.control_operand_start_idx';

/** Attributes of the arguments of an operation with a region, one dictionary each. */
export const ARG_ATTRS = 'arg_attrs';

/** Attributes of the results of an operation with a region, one dictionary each. */
export const RES_ATTRS = 'res_attrs';

/** Bytes that are live on a mesh beside those of a fragment's operands. */
export const RESERVED_HBM_BYTES = 'reserved_hbm_bytes';

/** The memory of an argument or result, as frameworks say it. */
export const MEMORY_KIND = 'mhlo.memory_kind';

/** The memory kind of the host. */
export const PINNED_HOST = 'pinned_host';

/** The memory kind of the devices, which is also meant where none is given. */
export const DEVICE = 'device';
