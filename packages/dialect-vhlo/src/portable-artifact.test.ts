import { parseModule, printOp, verifyOp } from '@shardform/ir-core';
import { describe as group, expect, test } from 'vitest';
import { describe, vhloContext } from '../tests/vhlo-text.ts';
import { exportedArtifact } from './exported-artifact.ts';
import {
  deserializePortableArtifact,
  portableArtifactVersion,
  type SerializeOptions,
  serializePortableArtifact,
} from './portable-artifact.ts';
import { versionText } from './version.ts';

const PROGRAM = `module @step attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32> {mhlo.sharding = "{replicated}"}) -> (tensor<2x4xf32> {jax.result_info = "out"}) {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<2x4xf32>
    %c = stablehlo.constant dense<[[true, false, true, true], [false, true, false, false]]> : tensor<2x4xi1>
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    %1 = stablehlo.tanh %0 : tensor<2x4xf32>
    %2 = stablehlo.compare GT, %1, %cst, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
    %3 = stablehlo.and %2, %c : tensor<2x4xi1>
    %4 = call @pick(%3, %1, %cst) : (tensor<2x4xi1>, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
    return %4 : tensor<2x4xf32>
  }
  func.func private @pick(%arg0: tensor<2x4xi1>, %arg1: tensor<2x4xf32>, %arg2: tensor<2x4xf32>) -> tensor<2x4xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<2x4xi1>, tensor<2x4xf32>
    return %0 : tensor<2x4xf32>
  }
}
`;

// What jaxlib 0.10.2 writes of the program without its locations.
const RECORDED_1_17_0 = [
  'TUzvUg1TdGFibGVITE9fdjEuMTcuMAABJQUBBRUBAwsDEw8TFxsfIycrLwNzRRsBCwcTCw8LAzsLCwsPEwsTCwsLDxMLCwsLCwsfEy8TCwsv',
  'FwsLCwEDDwMZFxcHFxcHExsfBwcTAnICHwMDBQcFGREBCQUbIxcDAR0dHxkBAwUVFw0BDQMZGx0fHSEjEQMDIQ0DIyUdIx0lHScdKSMTHSsf',
  'AwkAAAA/HwUDLR8PEQEAAAAAAAAAAwU3ORcFFwEfDxEAAAAAAAAAACkBAQE/JwEJAwcHAQICKQUJEQcpBQkRFQkpBQkNBykFDREHHSkDBQ0R',
  'BQkLAwMRBwUDAwMDAUMpAwENBOkFAVEBAwEHBNcDAQkDUAEDBwSJAxMjBREVAAdCAQUDAwdCAQcDBQtGAQkDAwUBAw1GAQsDAwMJD0YBDQMF',
  'BQsFEQYBAwUFDQcTRgEPAwMHDwsFBQQBAxEDUAERBwQtAwkLBwkFBQAJBgEDAwcBAwUFBAEDBwYDAQUBAJYDLREPCwkhGx0LCykRDxcRHxUZ',
  'FREPCxFidWlsdGluAHZobG8AbW9kdWxlAGZ1bmNfdjEAcmV0dXJuX3YxAGNvbnN0YW50X3YxAHNlbGVjdF92MQBkb3RfZ2VuZXJhbF92MgB0',
  'YW5oX3YyAGNvbXBhcmVfdjEAYW5kX3YxAGNhbGxfdjEAbWhsby5udW1fcGFydGl0aW9ucwBzdGVwAHBpY2sAbWhsby5zaGFyZGluZwB7cmVw',
  'bGljYXRlZH0AamF4LnJlc3VsdF9pbmZvAG91dABtYWluAHB1YmxpYwBwcml2YXRlAAhREwUTAQsTHR8nKQMvAzEZCwsRCzMLCzURCzsLAz0F',
  'QUMDDwsNKw0PLQ==',
].join('');
const RECORDED_0_9_0 = [
  'TUzvUgFTdGFibGVITE9fdjAuOS4wAAEjBQEDAQMFAxMHCQsNDxETFRcDlWkZATUHCwsLCwsLGwsPCzMzExMzCwsLCwsbCwsTCwM1CwsPEwsT',
  'CwsLDxMLCwsLCwsfEy8TCwsvCwsBAw8DFxcXBxcXBxMbHwcTApoDHwUZBRsFHQUfBSEFIwMFERMDFQUlEQEJBScDCwU7B0UJRwNPC1EDCwU1',
  'B1MJNQM3C1UDAw1XAwMNWQMLITkjWyVdJzkpYwUpBSsFLQUvBTEDBS1lL2cFMwU1AwMzNwU3AwEdOR8XAQMFPT8NAQ0DQUMdOx09IxEDA0kN',
  'A0tNHT8dQR1DHUUjEx1HHwMJAAAAPx8FAy0fDxEBAAAAAAAAAAMFX2EXBRcBHw8RAAAAAAAAAAAJAwcHAQICKQUJEQcpBQkRFQkpBQkNBykF',
  'DREHHSkDBQ0RBQkLAwMRBwUDAwMDASkDAQ0E3wUBEQEPBwMBCQMRARcHAxMjBQkBCwEHAwEbAwMHAwEdAwULBwEfAwMFAQMNBgEDAwMJDwcB',
  'KwMFBQsFEQYBAwUFDQcTBwExAwMHDwsFBQQBAxEDEQEZBwMJCwcFAQMBAwEJBgEDAwcBAwUFBAEDBwYDAQUBAE4HSREPCwkhGx0LDysbNzEj',
  'NzELKQ0fFR0VExEPFxEfFRkVEQ8LEWJ1aWx0aW4AdmhsbwBtb2R1bGUAZnVuY192MQByZXR1cm5fdjEAY29uc3RhbnRfdjEAc2VsZWN0X3Yx',
  'AGRvdF9nZW5lcmFsX3YxAHRhbmhfdjEAY29tcGFyZV92MQBhbmRfdjEAY2FsbF92MQBzeW1fbmFtZQBhcmdfYXR0cnMAZnVuY3Rpb25fdHlw',
  'ZQByZXNfYXR0cnMAc3ltX3Zpc2liaWxpdHkAdmFsdWUAbWhsby5udW1fcGFydGl0aW9ucwBzdGVwAGxoc19iYXRjaGluZ19kaW1lbnNpb25z',
  'AGxoc19jb250cmFjdGluZ19kaW1lbnNpb25zAHByZWNpc2lvbl9jb25maWcAcmhzX2JhdGNoaW5nX2RpbWVuc2lvbnMAcmhzX2NvbnRyYWN0',
  'aW5nX2RpbWVuc2lvbnMAY29tcGFyZV90eXBlAGNvbXBhcmlzb25fZGlyZWN0aW9uAGNhbGxlZQBwaWNrAG1obG8uc2hhcmRpbmcAe3JlcGxp',
  'Y2F0ZWR9AGpheC5yZXN1bHRfaW5mbwBvdXQAbWFpbgBwdWJsaWMAcHJpdmF0ZQA=',
].join('');

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** The artifact of a program, or the problems. */
function artifactOf(text: string, options: SerializeOptions): Uint8Array | string[] {
  const context = vhloContext();
  const { result, diagnostics } = context.diagnostics.capture(() =>
    serializePortableArtifact(parseModule(text, context)!, context, options),
  );
  return result ?? diagnostics.map(describe);
}

/** The program of an artifact, or the problems. */
function programOf(bytes: Uint8Array): string | string[] {
  const context = vhloContext();
  const { result, diagnostics } = context.diagnostics.capture(() =>
    deserializePortableArtifact(bytes, context, 'a.bc'),
  );
  return result === null ? diagnostics.map(describe) : printOp(result, context);
}

group.each([
  ['1.17.0', RECORDED_1_17_0],
  ['0.9.0', RECORDED_0_9_0],
])('an artifact of jaxlib for version %s', (target, recorded) => {
  test('is read', () => {
    expect(programOf(bytesOf(recorded))).toBe(PROGRAM);
  });

  test('is written byte for byte', () => {
    // Without locations the program is that of the artifact.
    const context = vhloContext();
    const module = deserializePortableArtifact(bytesOf(recorded), context)!;
    expect(serializePortableArtifact(module, context, { target })).toEqual(bytesOf(recorded));
  });

  test('tells its version', () => {
    expect(versionText(portableArtifactVersion(bytesOf(recorded))!)).toBe(target);
  });
});

test('every version keeps the program', () => {
  const versions = ['0.9.0', '0.10.0', '0.12.0', '0.14.0', '0.15.0', '1.0.0', '1.10.0', '1.16.2', 'current'];
  for (const target of versions) {
    expect(programOf(artifactOf(PROGRAM, { target }) as Uint8Array), target).toBe(PROGRAM);
  }
});

test('without a target, programs of the last twelve weeks can read it', () => {
  expect(portableArtifactVersion(artifactOf(PROGRAM, {}) as Uint8Array)).toEqual({
    major: 1,
    minor: 16,
    patch: 2,
  });
});

test('the module stays as it is', () => {
  const context = vhloContext();
  const module = parseModule(PROGRAM, context)!;
  serializePortableArtifact(module, context, { target: '0.9.0' });
  expect(verifyOp(module, context)).toBe(true);
  expect(printOp(module, context)).toBe(PROGRAM);
});

test('what a version does not have can not be written', () => {
  const text = 'func.func @main(%arg0: tensor<2xf4E2M1FN>) { return }';
  expect(artifactOf(text, { target: '1.7.0' })).toEqual([
    "1:1 failed to legalize operation 'vhlo.func_v1' that was explicitly marked illegal",
    '0:0 failed to convert VHLO to v1.7.0',
  ]);
  expect(artifactOf(text, { target: '1.99.0' })).toEqual([
    '0:0 target version 1.99.0 is greater than current version 1.20.0',
  ]);
});

test('other dialects are kept where that is allowed', () => {
  const text = `module {
  func.func @main(%arg0: tensor<f32>) -> tensor<f32> {
    %0 = arith.addf %arg0, %arg0 : tensor<f32>
    return %0 : tensor<f32>
  }
}
`;
  expect(artifactOf(text, {})).toHaveLength(1);
  expect(programOf(artifactOf(text, { allowOtherDialects: true }) as Uint8Array)).toBe(text);
});

test('text of VHLO and StableHLO is read as well', () => {
  expect(programOf(new TextEncoder().encode(PROGRAM))).toBe(PROGRAM);
});

group('broken artifacts', () => {
  const failure = 'failed to deserialize portable artifact using StableHLO_v1.20.0';

  test('are reported', () => {
    expect(programOf(new Uint8Array([0x4d, 0x4c, 0xef, 0x52, 0x0d]))).toContain(failure);
    expect(programOf(new TextEncoder().encode('nothing'))).toContain(failure);
  });

  test('never throw', () => {
    const bytes = bytesOf(RECORDED_1_17_0);
    const context = vhloContext();
    for (let at = 4; at < bytes.length; at += 3) {
      const broken = bytes.slice();
      broken[at]! ^= 4;
      expect(() =>
        context.diagnostics.capture(() => deserializePortableArtifact(broken, context)),
      ).not.toThrow();
    }
  });

  test('have no version', () => {
    for (const text of ['', 'ML', 'a StableHLO_v1.0.0\0']) {
      expect(portableArtifactVersion(new TextEncoder().encode(text))).toBeNull();
    }
  });
});

group('files of jax.export', () => {
  /** A table of FlatBuffers with 14 entries, of which the last is the offset of a list of bytes. */
  function exported(artifact: Uint8Array): Uint8Array {
    const entries = 8;
    const table = entries + 4 + 2 * 14;
    const file = new Uint8Array(table + 12 + artifact.length);
    const view = new DataView(file.buffer);
    view.setUint32(0, table, true);
    view.setUint16(entries, 4 + 2 * 14, true);
    view.setUint16(entries + 2, 8, true);
    view.setUint16(entries + 4 + 2 * 13, 4, true);
    view.setInt32(table, table - entries, true);
    view.setUint32(table + 4, 4, true);
    view.setUint32(table + 8, artifact.length, true);
    file.set(artifact, table + 12);
    return file;
  }

  test('hold an artifact', () => {
    const file = exported(bytesOf(RECORDED_1_17_0));
    expect(programOf(file)).toBe(PROGRAM);
    expect(portableArtifactVersion(file)).toEqual({ major: 1, minor: 17, patch: 0 });
  });

  test('that hold something else are none', () => {
    expect(exportedArtifact(exported(new Uint8Array(8)))).toBeNull();
    const file = exported(bytesOf(RECORDED_1_17_0));
    for (let length = 0; length < 48; length++) expect(exportedArtifact(file.subarray(0, length))).toBeNull();
  });
});
