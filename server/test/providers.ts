/** The fakes of the two providers, for tests of the room that reads them. They live with the black-box suites. */
export * from '../../conformance/providers/index.ts';
