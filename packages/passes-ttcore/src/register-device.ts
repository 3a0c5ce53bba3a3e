import {
  affineAdd,
  affineConstant,
  affineDim,
  type AffineExpr,
  affineFloorDiv,
  AffineMapAttr,
  affineMod,
  affineMultiply,
  affineSymbol,
  definePass,
  enumOption,
  integerOption,
  listOption,
  type PassOption,
  product,
  stringOption,
  StringAttr,
} from '@shardform/ir-core';
import {
  DEFAULT_DEVICE,
  DeviceAttr,
  deviceMesh,
  deviceModules,
  DeviceOp,
  GridAttr,
  knownSystems,
  SystemDescAttr,
  systemWithChips,
  type TopologyAttr,
} from '@shardform/dialect-ttcore';

const SYSTEM_DESC = 'ttcore.system_desc';

type Topology = (typeof TopologyAttr.values)[number];

const systemPath = /* @__PURE__ */ stringOption('file with a system description; none is read');

/** Options that the pass shares with the pipeline. */
export const deviceOptions = {
  'mesh-shape': listOption(
    'rows and columns of devices; those of the module without',
    integerOption('size', 1),
  ),
  'mesh-topology': listOption(
    'how the devices along each axis of the mesh are wired',
    enumOption('topology', ['ring', 'linear', 'disabled'], 'disabled'),
  ),
  'mock-system-desc-arch': enumOption('family of the chips', ['wormhole_b0', 'blackhole'], 'wormhole_b0'),
  system: enumOption(
    'the system; by the number of devices unless named',
    ['auto', 'n150', 'n300', 't3k'],
    'auto',
  ),
  'system-desc-path': {
    ...systemPath,
    parse: (text, fail, context) => {
      const path = systemPath.parse(text, fail, context);
      return path === '' ? path : fail(`files such as '${text}' are not read; name a system with 'system'`);
    },
  } satisfies PassOption<string>,
} as const;

/**
 * Adds a system description to each device module, and declares the devices of the mesh. A description that is there
 * already stays.
 */
export const ttcoreRegisterDevice = definePass({
  name: 'ttcore-register-device',
  className: 'TTCoreRegisterDevicePass',
  summary: 'adds a system description to the module',
  anchor: 'builtin.module',
  dependentDialects: ['ttcore'],
  options: deviceOptions,
  run(op, pass) {
    const { 'mesh-shape': given, 'mesh-topology': topology } = pass.options;
    for (const module of deviceModules(op)) {
      const mesh = given.length > 0 ? given : deviceMesh(module);
      const count = product(mesh);
      const { system, 'mock-system-desc-arch': arch } = pass.options;
      const present = module.getAttr(SYSTEM_DESC);
      const chips = (): SystemDescAttr =>
        system === 'auto' ? systemWithChips(count, arch) : knownSystems[system]();
      const description = present instanceof SystemDescAttr ? present : chips();
      module.setAttr(SYSTEM_DESC, description);
      if ([...module.body].some((inner) => inner instanceof DeviceOp)) continue;
      if (topology.length > 0 && topology.length !== mesh.length) {
        pass.opError(
          module,
          `option 'mesh-topology' has ${topology.length} entries, but the mesh has ${mesh.length} axes`,
        );
        return;
      }
      const symName = StringAttr.get(DEFAULT_DEVICE);
      const deviceAttr = describeDevice(description, mesh, topology);
      module.body.prepend(DeviceOp.create({ symName, deviceAttr }, [], { location: module.location }));
    }
  },
});

function describeDevice(
  { chipDescs }: SystemDescAttr,
  mesh: readonly number[],
  topology: readonly Topology[],
): DeviceAttr {
  const count = product(mesh);
  const chip = chipDescs[0]!;
  const [d0, d1, d2] = [affineDim(0), affineDim(1), affineDim(2)];
  const zero = affineConstant(0);
  return DeviceAttr.get({
    workerGrid: GridAttr.get({
      shape: chip.grid,
      virtToPhysicalMap: AffineMapAttr.get(2, 0, [zero, d0, d1]),
      physicalToVirtMap: AffineMapAttr.get(3, 0, [d1, d2]),
    }),
    dramGrid: GridAttr.get({ shape: chip.dramGrid }),
    l1Map: AffineMapAttr.get(3, 1, [zero, d0, d1, affineAdd(d2, affineSymbol(0))]),
    dramMap: dramMap(chip.numDramChannels),
    meshShape: mesh,
    chipIds: Array.from({ length: count }, (_, i) => i),
    meshTopology: topology.length === 0 ? null : topology,
  });
}

/**
 * From row, column and offset of a shard to chip, row of banks, bank and address. Symbols: rows and columns of the
 * grid (s0, s1), rows, columns and bytes of a shard (s2, s3, s6), bytes of a page (s4), address of the buffer (s5).
 * Pages go to the banks in turn.
 */
function dramMap(banks: number): AffineMapAttr {
  const [row, column, offset] = [affineDim(0), affineDim(1), affineDim(2)];
  const symbol = affineSymbol;
  const shardSize = affineMultiply(symbol(2), affineMultiply(symbol(3), symbol(6)));
  const shardAt = (): AffineExpr => affineMultiply(affineMultiply(row, symbol(1)), shardSize);
  const at = affineAdd(affineAdd(shardAt(), affineMultiply(column, shardSize)), offset);
  const page = affineFloorDiv(at, symbol(4));
  const count = affineConstant(banks);
  const address = affineAdd(
    affineAdd(affineMultiply(affineFloorDiv(page, count), symbol(4)), affineMod(at, symbol(4))),
    symbol(5),
  );
  return AffineMapAttr.get(3, 7, [affineConstant(0), affineConstant(0), affineMod(page, count), address]);
}
