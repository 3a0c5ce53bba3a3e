import { defineType } from '@shardform/ir-core';

/** `!stablehlo.token`: orders operations with side effects (StableHLO spec, "Types"). */
export class TokenType extends defineType('stablehlo.token', { summary: 'token' }) {}
