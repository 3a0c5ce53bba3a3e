import { type ProfiledDevice, type ProfiledSteps, type Spread, spreadOf } from '@shardform/profile-reader';

/** Returns the time of a device alone, in picoseconds, over steps and devices: when the host starts it is no part of what is simulated. */
export function deviceSpan({ steps }: ProfiledSteps): Spread {
  const spans = steps.flatMap(({ executions }) => {
    const own = new Map<ProfiledDevice, { startPs: number; endPs: number }>();
    for (const { device, startPs, endPs } of executions) {
      const known = own.get(device);
      if (known === undefined) own.set(device, { startPs, endPs });
      else {
        known.startPs = Math.min(known.startPs, startPs);
        known.endPs = Math.max(known.endPs, endPs);
      }
    }
    return Array.from(own.values(), ({ startPs, endPs }) => endPs - startPs);
  });
  return spreadOf(spans);
}
