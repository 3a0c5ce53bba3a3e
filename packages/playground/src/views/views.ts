import type { View } from './define-view.ts';

const modules = import.meta.glob<View>('./*/view.tsx', { eager: true, import: 'default' });

/** All views in their order. */
export const views: readonly View[] = Object.values(modules).sort((a, b) => a.order - b.order);
