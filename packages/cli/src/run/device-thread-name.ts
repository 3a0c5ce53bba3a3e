/** What a thread that executes devices is started with, so that the command knows itself to be one. */
export const DEVICE_THREAD = 'shardform-device-thread';
