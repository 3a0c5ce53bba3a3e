/** The version of the package family, as `shardform --version` prints it. */
export const version = '0.0.0';
