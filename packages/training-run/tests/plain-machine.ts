import { describedMachine, type Machine } from '@shardform/cost-model';
