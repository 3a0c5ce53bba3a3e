export { exportedArtifact } from './exported-artifact.ts';
export { stablehloDeserialize, vhloDialect, vhloPasses } from './extension.ts';
export {
  deserializePortableArtifact,
  upgradeToStablehlo,
  portableArtifactVersion,
  type SerializeOptions,
  serializePortableArtifact,
} from './portable-artifact.ts';
export { stablehloLegalizeToVhlo } from './stablehlo-legalize-to-vhlo.ts';
export { vhloLegalizeToStablehlo } from './vhlo-legalize-to-stablehlo.ts';
export { vhloToVersion } from './vhlo-to-version.ts';
export {
  type CompatibilityRequirement,
  compareVersions,
  currentVersion,
  knownVersion,
  minimumVersion,
  parseVersion,
  type Version,
  versionFor,
  versionText,
} from './version.ts';
export { lowestVersion, type VersionNeed, versionNeeds } from './version-needs.ts';
