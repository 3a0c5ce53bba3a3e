import { bytesText } from '@shardform/ir-core';
import { type CheaperAlternative, secondsText, type ValueCommunication } from '@shardform/study';
import { tellsPlace } from '../partition/told-place.ts';

/** Returns the communication of a value for people, as lines. */
export function communicationLines(
  communication: readonly ValueCommunication[],
  isVerbose: boolean,
): string[] {
  if (communication.length === 0) return [];
  return ['', '  communication', ...communication.flatMap((own) => linesOf(own, isVerbose))];
}

function linesOf(communication: ValueCommunication, isVerbose: boolean): string[] {
  const { kind, axes, bytes, detail, place, from } = communication;
  const reason = isVerbose ? (detail ?? communication.reason) : communication.reason;
  const isTold = place === null || tellsPlace(reason, place);
  const where = isTold ? '' : ` (${place})`;
  return [
    `    ${`${kind} ${axes}`.trimEnd()}, each device sends ${bytesText(bytes)}: ${reason ?? 'the program says so'}${where}`,
    ...from.map((origin) => {
      const at = origin.place === null || origin.because.includes(origin.place) ? '' : `, ${origin.place}`;
      const split = origin.sharding === null ? '' : ` ${origin.sharding}`;
      return `      from ${origin.value}${split}: ${origin.because}${at}`;
    }),
    ...cheaperLines(communication),
  ];
}

function cheaperLines({ cheaper, tried, possible }: ValueCommunication): string[] {
  if (possible === 0) return [];
  const count = tried === possible ? `${tried}` : `${tried} of ${possible}`;
  const of = `other sharding${possible === 1 ? '' : 's'} tried`;
  if (cheaper === null) return [`      cheaper: none of ${count} ${of}`];
  const { value, sharding, tied, collectives, heldBytes, heldBytesNow } = cheaper;
  const instead = collectives.map((other) => `${other.kind} ${other.axes} ${bytesText(other.bytes)}`);
  const others = tied.length === 0 ? '' : `, and with it ${tied.join(', ')},`;
  const held =
    heldBytes === heldBytesNow
      ? ''
      : `; each device holds ${bytesText(heldBytes)} of it instead of ${bytesText(heldBytesNow)}${heldBytes > heldBytesNow ? ', and repeats what others compute of it' : ''}`;
  return [
    `      cheaper, of ${count} ${of}: ${value}${others} as ${sharding} -> ${instead.join(', ') || 'no other collective'}; in all ${costsText(cheaper)}${held}`,
  ];
}

/** Bytes, time and memory with another sharding instead of now: less of one can be more of another. */
function costsText(cheaper: CheaperAlternative): string {
  const { bytes, bytesNow, seconds, secondsNow, peakBytes, peakBytesNow } = cheaper;
  const costs = [`${bytesText(bytes)} instead of ${bytesText(bytesNow)}`];
  if (seconds !== null && secondsNow !== null)
    costs.push(`${secondsText(seconds, { more: 1 })} instead of ${secondsText(secondsNow, { more: 1 })}`);
  if (peakBytes !== null && peakBytesNow !== null)
    costs.push(
      peakBytes === peakBytesNow
        ? `peak memory ${bytesText(peakBytes)} as now`
        : `peak memory ${bytesText(peakBytes)} instead of ${bytesText(peakBytesNow)}`,
    );
  return costs.join(', ');
}
