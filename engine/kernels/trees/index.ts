export { probe } from './probe';
