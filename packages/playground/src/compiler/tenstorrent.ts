import { isConvertedCall, stablehloToTtir } from '@shardform/conversion-stablehlo-to-ttir';
import { ttnnPipeline } from '@shardform/pipeline-ttnn';
import { ttcoreDialect } from '@shardform/dialect-ttcore';
import { ttirDialect } from '@shardform/dialect-ttir';
import { ttnnDialect } from '@shardform/dialect-ttnn';
import type { Extension } from '@shardform/ir-core';
import { stablehloPipeline } from '@shardform/pipeline-stablehlo';
import { ttSimulator } from '@shardform/runtime-tt';
import type { TargetReading } from '@shardform/study';

/** How Tenstorrent's pipelines read programs. */
export const tenstorrentReading: TargetReading = { isConvertedCall };

/** Tenstorrent's dialects, passes and simulator. */
export const tenstorrent: readonly Extension[] = [
  ttcoreDialect,
  ttirDialect,
  ttnnDialect,
  stablehloPipeline,
  stablehloToTtir,
  ttnnPipeline,
  ttSimulator,
];
