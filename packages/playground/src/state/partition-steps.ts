/**
 * The stages of partitioning, as `partitionSteps` of the study has them: the page doesn't load the compiler. A test
 * compares the two.
 */
export const partitionSteps: readonly string[] = [
  'shardform-propagate',
  'shardform-insert-reshards',
  'shardform-reshards-to-collectives',
  'shardform-to-local',
];
