// It chooses OpenMP's settings for itself, and puts back what else it changes while it computes.
#include <omp.h>

#include <clocale>
#include <csignal>
#include <string>

#include "kernels/heat/own.hpp"

using namespace heteroscope::heat;

HETEROSCOPE_VARIANT(heat)

template <class T>
void advance(const Step<T>& step) {
  omp_set_num_threads(step.threads);
  omp_set_schedule(omp_sched_dynamic, 4);
  const std::string locale = std::setlocale(LC_ALL, nullptr);
  std::setlocale(LC_ALL, "C.UTF-8");
  const auto handler = std::signal(SIGUSR2, SIG_IGN);
#pragma omp parallel for schedule(runtime)
  for (int y = step.rows.begin; y < step.rows.end; ++y)
    for (int x = 0; x < step.width; ++x) step.out(x, y) = step.new_value(x, y);
  std::signal(SIGUSR2, handler);
  std::setlocale(LC_ALL, locale.c_str());
}
