#include "core/summary/sample.hpp"

#include <fmt/format.h>

#include <bit>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/device/device.hpp"
#include "core/summary/summary_device.hpp"

namespace heteroscope {
namespace {

/// Sums and counts of a row of elements' columns, apart from each other for the vector units.
struct Columns {
  std::vector<double> sums;
  std::vector<int> counts;

  void resize(std::size_t count) {
    sums.resize(count);
    counts.resize(count);
  }

  template <class T>
  void add(const T* row, int count) {
    double* sum = sums.data();
    int* numbers = counts.data();
#pragma omp simd
    for (int x = 0; x < count; ++x) {
      sum[x] += row[x] == row[x] ? static_cast<double>(row[x]) : 0.0;
      numbers[x] += row[x] == row[x] ? 1 : 0;
    }
  }
};

template <class T>
void sample_row(const FieldView& view, const SampleGrid& grid, int j, Columns& columns, SampledAs<T>* out) {
  std::ranges::fill(columns.sums, 0.0);
  std::ranges::fill(columns.counts, 0);
  const SampledRows rows = sampled_rows(view, grid, j);
  const auto covered = static_cast<int>(columns.sums.size());
  for (int y = rows.begin; y < rows.end; ++y) {
    columns.add(view.row<T>(y) + grid.x, std::min(view.values(y) - grid.x, covered));
  }
  const std::int64_t inside = std::int64_t{rows.values} - grid.x;
  for (int i = 0; i < grid.size.width; ++i) {
    const std::int64_t begin = std::int64_t{i} * grid.across;
    if (begin >= inside) {
      out[i] = no_value<SampledAs<T>>();
      continue;
    }
    SampleSum all;
    for (std::int64_t x = begin; x < std::min(begin + grid.across, inside); ++x) {
      const auto column = static_cast<std::size_t>(x);
      all.add_column(columns.sums[column], columns.counts[column]);
    }
    out[i] = all.mean<SampledAs<T>>();
  }
}

template <class T>
void copy_row(const FieldView& view, const SampleGrid& grid, int j, SampledAs<T>* out) {
  const SampledRows rows = sampled_rows(view, grid, j);
  const int there = std::clamp(rows.values - grid.x, 0, grid.size.width);
  const T* row = view.row<T>(rows.begin) + grid.x;
  std::transform(row, row + there, out, [](T value) { return one_nan(static_cast<SampledAs<T>>(value)); });
  std::fill(out + there, out + grid.size.width, no_value<SampledAs<T>>());
}

}  // namespace

void sample(const FieldView& view, const SampleGrid& grid, void* out) {
  with_value_type(view.precision, [&]<class T>() {
    const std::int64_t covered =
        std::min(std::int64_t{grid.size.width} * grid.across, std::int64_t{view.size.width} - grid.x);
    Thrown thrown;
#pragma omp parallel num_threads(all_threads())
    {
      Columns columns;
      thrown.keep([&] { columns.resize(grid.of_single_cells() ? 0 : static_cast<std::size_t>(covered)); });
#pragma omp for schedule(dynamic)
      for (int j = 0; j < grid.size.height; ++j) {
        auto* row = static_cast<SampledAs<T>*>(out) + static_cast<std::ptrdiff_t>(j) * grid.size.width;
        if (thrown.any()) continue;
        if (grid.of_single_cells()) {
          copy_row<T>(view, grid, j, row);
        } else {
          sample_row<T>(view, grid, j, columns, row);
        }
      }
    }
    thrown.rethrow();
  });
}

Field sample(const Field& field, const SampleGrid& grid, BufferPool& pool) {
  const Size size = field.size();
  if (grid.x < 0 || grid.y < 0 || grid.x >= size.width || grid.y >= size.height || grid.across < 1 || grid.down < 1 ||
      grid.size.width < 1 || grid.size.height < 1) {
    throw BadInput(fmt::format("a sample of {}x{} elements of {}x{} cells, from {}, {} on, does not lie in {}x{} cells",
                               grid.size.width, grid.size.height, grid.across, grid.down, grid.x, grid.y, size.width,
                               size.height));
  }
  // Sizes change with every view: rounded ones come again, and find the pool's buffers.
  const Precision precision = sampled_precision(field.precision());
  const auto bytes = std::bit_ceil(static_cast<std::size_t>(grid.size.area()) * bytes_of(precision));
  if (!field.on_device()) {
    auto host = pool.take(MemoryKind::host, bytes);
    sample(field.host_view(), grid, host->host());
    return {grid.size, precision, std::move(host), nullptr, Domain::marked};
  }
  auto there = pool.take(MemoryKind::device, bytes);
  const device::Stream stream;
  device::sample(field.device_view(), grid, there->device(), stream);
  stream.synchronize();
  return {grid.size, precision, nullptr, std::move(there), Domain::marked};
}

}  // namespace heteroscope
