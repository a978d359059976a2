/* Times LightGBM's fast single-row call and its batch call through the C interface: no language binding in between.
   Usage: model.txt rows.f32 rows columns. Prints one JSON line. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int LGBM_BoosterCreateFromModelfile(const char *, int *, void **);
int LGBM_BoosterPredictForMatSingleRowFastInit(void *, int, int, int, int, int32_t, const char *, void **);
int LGBM_BoosterPredictForMatSingleRowFast(void *, const void *, int64_t *, double *);
int LGBM_BoosterPredictForMat(void *, const void *, int, int32_t, int32_t, int, int, int, int, const char *, int64_t *, double *);

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  int rows = atoi(argv[3]), columns = atoi(argv[4]), iterations = 0, repeats = 5;
  float *x = malloc(sizeof(float) * rows * columns);
  FILE *file = fopen(argv[2], "rb");
  if (!file || fread(x, sizeof(float), (size_t)rows * columns, file) != (size_t)rows * columns) return 3;
  void *booster = NULL, *fast = NULL;
  if (LGBM_BoosterCreateFromModelfile(argv[1], &iterations, &booster)) return 4;
  const char *one = "num_threads=1 predict_disable_shape_check=true";
  if (LGBM_BoosterPredictForMatSingleRowFastInit(booster, 0, 0, -1, 0, columns, one, &fast)) return 5;
  double *times = malloc(sizeof(double) * rows * repeats), *out = malloc(sizeof(double) * rows);
  int64_t length = 0;
  for (int r = 0; r < repeats; r++)
    for (int i = 0; i < rows; i++) {
      double start = now();
      LGBM_BoosterPredictForMatSingleRowFast(fast, x + (size_t)i * columns, &length, out);
      times[r * rows + i] = now() - start;
    }
  qsort(times, (size_t)rows * repeats, sizeof(double), ascending);
  double best = 1e18;
  for (int r = 0; r < 7; r++) {
    double start = now();
    LGBM_BoosterPredictForMat(booster, x, 0, rows, columns, 1, 0, 0, -1, one, &length, out);
    double spent = now() - start;
    if (spent < best) best = spent;
  }
  printf("{\"p50\": %.3f, \"p99\": %.3f, \"rowsPerSecond\": %.0f}\n", times[rows * repeats / 2],
         times[(size_t)(rows * repeats * 0.99)], rows / best * 1e6);
  return 0;
}
