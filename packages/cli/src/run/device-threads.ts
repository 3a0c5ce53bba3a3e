import { DeviceWorkers, serveDevices } from '@shardform/runtime-sim';
import { createContext } from '../context.ts';
import { ownPort, startThread } from '../thread-port.ts';
import { DEVICE_THREAD } from './device-thread-name.ts';

/**
 * Starts threads that execute devices.
 *
 * @param program the URL of a module that exports the command's `main`, which in such a thread serves devices.
 */
export function startDeviceThreads(count: number, program: string): DeviceWorkers {
  return new DeviceWorkers(Array.from({ length: count }, () => startThread(program, DEVICE_THREAD)));
}

/** Runs a thread of {@link startDeviceThreads}. */
export function serveDeviceThread(): void {
  serveDevices(ownPort(), createContext);
}
