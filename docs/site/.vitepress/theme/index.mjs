import DefaultTheme from 'vitepress/theme-without-fonts';
import LiveFigure from './live-figure.vue';
import { workOffline } from './work-offline.mjs';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('LiveFigure', LiveFigure);
    workOffline();
  },
};
