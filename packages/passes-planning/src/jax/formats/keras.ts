import { pythonString } from '@shardform/ir-core';
import type { PlanFormat } from './plan-format.ts';
import { argumentRoots } from './roots.ts';

/** The layout map of a distribution of Keras. */
export const kerasFormat: PlanFormat = {
  imports: ['import keras'],
  usage(specs) {
    const roots = argumentRoots(specs).filter((root) => root !== null);
    const [root = 'trainable_variables'] = roots;
    return [
      'Distribute the model before its variables are made; a model that is built once tells their paths:',
      '',
      `    layout = layout_map(${root}=model.trainable_variables)`,
      '    keras.distribution.set_distribution(keras.distribution.ModelParallel(layout_map=layout))',
      '',
      'The names are those of the arguments of the step that was planned.',
    ];
  },
  body: ({ mesh }) => [
    'def layout_map(**variables):',
    '    """Returns the keras.distribution.LayoutMap of lists of variables by the arguments of the step that take their values."""',
    `    axes = [${mesh.axes.map(({ name }) => pythonString(name)).join(', ')}]`,
    `    devices = keras.distribution.DeviceMesh(mesh.devices.shape, axes, keras.distribution.list_devices()[: mesh.size])`,
    '    found = keras.distribution.LayoutMap(devices)',
    '    for name, own in variables.items():',
    '        for number, variable in enumerate(own):',
    '            axes = spec(f"{name}/{number}")',
    '            found[f"^{re.escape(variable.path)}$"] = (*axes, *[None] * (len(variable.shape) - len(axes)))',
    '    return found',
  ],
};
