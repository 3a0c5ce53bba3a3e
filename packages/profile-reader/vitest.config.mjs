export { default } from '@shardform/build-config/vitest';
