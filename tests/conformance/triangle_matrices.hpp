#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <any>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/device/device.hpp"
#include "core/trace/writer.hpp"
#include "kernels/triangle/parameters.hpp"
#include "kernels/triangle/workload.hpp"
#include "tests/conformance/cpu_variants.hpp"

/// Points and results on the host, for hand-made jobs of the triangle's CPU variants, and its cells as they are
/// defined.
namespace heteroscope::triangle::testing {

inline constexpr Cost costs[] = {Cost::constant, Cost::distance, Cost::collision, Cost::heavy};

template <class T>
inline constexpr Precision precision_of = sizeof(T) == sizeof(float) ? Precision::fp32 : Precision::fp64;

/// What no cell can be: no variant may leave it below the diagonal or replace it above.
template <class T>
inline constexpr T untouched = -7;

/// A table of points: the abscissas, then the ordinates.
template <class T>
struct Table {
  explicit Table(int points) : n(points), values(2 * static_cast<std::size_t>(points)) {}
  T& x(int i) { return values[static_cast<std::size_t>(i)]; }
  T& y(int i) { return values[static_cast<std::size_t>(n + i)]; }
  FieldView view() { return {values.data(), {n, 2}, precision_of<T>}; }

  int n;
  std::vector<T> values;
};

template <class T>
Table<T> random_points(int n, unsigned seed = 1) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> place(0, 1);
  Table<T> out(n);
  for (T& each : out.values) each = static_cast<T>(place(random));
  return out;
}

/// A result, one element away from where vectors would like it, with an untouched element before it and behind.
template <class T>
struct Matrix {
  explicit Matrix(int side) : n(side), values(static_cast<std::size_t>(side) * static_cast<std::size_t>(side) + 2) {
    std::fill(values.begin(), values.end(), untouched<T>);
  }
  T& at(int row, int column) {
    return values[1 + static_cast<std::size_t>(row) * static_cast<std::size_t>(n) + static_cast<std::size_t>(column)];
  }
  FieldView view() { return {values.data() + 1, {n, n}, precision_of<T>, Domain::lower_triangle}; }
  bool operator==(const Matrix& other) const {
    return values.size() == other.values.size() &&
           std::memcmp(values.data(), other.values.data(), values.size() * sizeof(T)) == 0;
  }

  int n;
  std::vector<T> values;
};

struct How {
  Rows rows{0, -1};  ///< all rows
  int threads = 2;
  TraceWriter* trace = nullptr;
  Cancel cancel{};
};

template <class T>
void compute(Matrix<T>& out, const Variant& variant, Table<T>& points, const Parameters& parameters, How how = {}) {
  if (how.rows.end < 0) how.rows = {0, out.n};
  const std::any any = parameters;
  MapJob job{{.parameters = &any, .rows = how.rows, .threads = how.threads, .trace = how.trace, .cancel = how.cancel}};
  job.table = points.view();
  job.output = out.view();
  variant.run(job);
}

template <class T>
Matrix<T> computed(const Variant& variant, Table<T>& points, const Parameters& parameters, How how = {}) {
  Matrix<T> out(points.n);
  compute(out, variant, points, parameters, how);
  return out;
}

/// A cell as the workload defines it, by a loop of the tests' own; std::fma rounds once on every machine.
template <class T>
T defined(Table<T>& points, int row, int column, const Parameters& p) {
  if (p.cost == Cost::constant) return 1;
  const T across = points.x(row) - points.x(column);
  const T down = points.y(row) - points.y(column);
  const T squared = std::fma(across, across, down * down);
  const T diameter = static_cast<T>(2 * p.radius);
  if (p.cost == Cost::collision) return squared <= diameter * diameter ? 1 : 0;
  T value = std::sqrt(squared);
  for (int i = 0; p.cost == Cost::heavy && i < p.work; ++i) value = std::fma(value, value, T(-1));
  return value;
}

template <class T>
Matrix<T> defined(Table<T>& points, const Parameters& p, Rows rows) {
  Matrix<T> out(points.n);
  for (int row = rows.begin; row < rows.end; ++row) {
    for (int column = 0; column <= row; ++column) out.at(row, column) = defined(points, row, column, p);
  }
  return out;
}

inline const Variant& variant_of(std::string_view id) {
  return *workload.stages.front().find(id);
}

/// The tests of each CPU variant, in several files; triangle_test.cpp instantiates them.
using TriangleVariants = heteroscope::testing::EachCpuVariant<workload>;

}  // namespace heteroscope::triangle::testing
