export * from './dim-slice-attr.ts';
export * from './encoding-attr.ts';
export * from './encoding-map.ts';
export * from './level-type.ts';
