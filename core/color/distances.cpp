#include "core/color/distances.hpp"

#include <cmath>
#include <limits>

#include "core/base/parallel.hpp"

namespace heteroscope {
namespace {

/// Squared differences to a pixel's neighbors in one direction.
struct Slope {
  double sum = 0;
  int count = 0;

  void add(double difference) {
    sum += difference * difference;
    ++count;
  }
  [[nodiscard]] double squared() const { return count > 0 ? sum / count : 0; }
};

/// The count behind a value; 0 in the set.
double count_of(double value, double limit) {
  const double count = std::fabs(value);
  return value < 0 && count >= limit ? 0 : count;
}

/// Three rows of counts, of which the outer ones may be missing.
template <class T>
struct Rows3 {
  const T* above;
  const T* here;
  const T* below;
  int width;
  double limit;

  [[nodiscard]] double distance(int x) const {
    const double count = count_of(static_cast<double>(here[x]), limit);
    if (count == 0) return 0;
    bool beside_set = false;
    const auto look = [&](Slope& slope, const T* row, int at) {
      if (row == nullptr || at < 0 || at >= width) return;
      const double other = count_of(static_cast<double>(row[at]), limit);
      if (other == 0) {
        beside_set = true;
      } else {
        slope.add(other - count);
      }
    };
    Slope across;
    Slope down;
    look(across, here, x - 1);
    look(across, here, x + 1);
    look(down, above, x);
    look(down, below, x);
    const double slope = std::sqrt(across.squared() + down.squared());
    const double found = slope == 0 ? std::numeric_limits<double>::infinity() : 1 / (std::log(2.0) * slope);
    return beside_set && found > 1 ? 1 : found;
  }
};

}  // namespace

Field distances(const Field& counts, double limit, BufferPool& pool) {
  const Field on_host = counts.with_host_copy();
  const FieldView view = on_host.host_view();
  const int width = view.size.width;
  const int height = view.size.height;
  const auto buffer = pool.take(MemoryKind::host, static_cast<std::size_t>(view.size.area()) * sizeof(float));
  float* const out = static_cast<float*>(buffer->host());
  with_value_type(view.precision, [&]<class T>() {
#pragma omp parallel for schedule(static) num_threads(all_threads())
    for (int y = 0; y < height; ++y) {
      const Rows3<T> rows{.above = y > 0 ? view.row<T>(y - 1) : nullptr,
                          .here = view.row<T>(y),
                          .below = y + 1 < height ? view.row<T>(y + 1) : nullptr,
                          .width = width,
                          .limit = limit};
      float* const row = out + static_cast<std::ptrdiff_t>(y) * width;
      for (int x = 0; x < width; ++x) row[x] = static_cast<float>(rows.distance(x));
    }
  });
  return {view.size, Precision::fp32, buffer, nullptr};
}

}  // namespace heteroscope
