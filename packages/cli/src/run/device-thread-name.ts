/** The data of a thread that executes devices, by which the command identifies it. */
export const DEVICE_THREAD = 'shardform-device-thread';
