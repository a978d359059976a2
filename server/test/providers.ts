/** The fakes of the two providers, for tests of the module that reads them. They live with the black-box suites. */
export * from '../../conformance/providers/index.ts';
