import { defineType } from '@shardform/ir-core';

/** `!ttcore.dict`: values of the running program by key. */
export class DictType extends defineType('ttcore.dict', { summary: 'TT dictionary type' }) {}
