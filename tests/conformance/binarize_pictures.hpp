#pragma once

#include <array>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/device/device.hpp"
#include "core/model/settings/settings.hpp"
#include "kernels/binarize/sums/exact_sum.hpp"
#include "kernels/binarize/workload.hpp"

/// Pictures on the host and the CPU variants that can be given a job by hand, for tests of both stages.
namespace heteroscope::binarize::testing {

inline constexpr std::array both{Precision::fp32, Precision::fp64};

/// A picture on the host.
struct Picture {
  Picture(Size s, Precision p, const std::function<double(int x, int y)>& value)
      : size(s), precision(p), values(static_cast<std::size_t>(s.area())) {
    with_precision(p, [&]<class T>() {
      for (int y = 0; y < s.height; ++y) {
        for (int x = 0; x < s.width; ++x) view().template row<T>(y)[x] = static_cast<T>(value(x, y));
      }
    });
  }
  [[nodiscard]] FieldView view() { return {values.data(), size, precision}; }
  [[nodiscard]] double at(int x, int y) {
    return with_precision(precision,
                          [&]<class T>() { return static_cast<double>(view().template row<const T>(y)[x]); });
  }

  Size size;
  Precision precision;
  std::vector<double> values;  // room for either precision
};

inline const Stage& stage(std::string_view id) {
  for (const Stage& each : workload.stages)
    if (each.id == id) return each;
  throw std::logic_error("no such stage");
}

inline std::vector<NamedVariant> cpu_variants(std::string_view stage_id) {
  std::vector<NamedVariant> out;
  for (const NamedVariant& each : stage(stage_id).variants) {
    const Variant& variant = *each.variant;
    const bool runs = variant.unavailable == nullptr || variant.unavailable(device::facts()).empty();
    if (variant.processor == Processor::cpu && runs) out.push_back(each);
  }
  return out;
}

/// What the variant leaves of the rows' values, added to a plain sum that is there before.
inline std::array<double, partial_count> partials_by(const Variant& variant, Picture& picture, Rows rows,
                                                     double before = 0, int threads = 3) {
  ReduceJob job;
  job.input = picture.view();
  job.rows = rows;
  const std::vector<int> tunables = tunable_values(variant.knobs, {});
  job.tunables = tunables;
  const Summary summary = summarize(picture.view(), 1);
  std::array<double, partial_count> partials{before};
  job.largest = largest_magnitude(summary);
  job.partials = partials.data();
  job.partial_count = partial_count;
  job.threads = threads;
  variant.run(job);
  return partials;
}

/// Adds the rows' values to `sum`.
inline void add_rows(const Variant& variant, Picture& picture, Rows rows, double& sum, int threads = 3) {
  sum = total_of(partials_by(variant, picture, rows, sum, threads), summarize(picture.view(), 1), 1);
}

/// Of all values.
inline double mean_by(const Variant& variant, Picture& picture, int threads = 3) {
  return mean_of(partials_by(variant, picture, {0, picture.size.height}, 0, threads), summarize(picture.view(), 1),
                 picture.size.area());
}

inline double sum_by(const Variant& variant, Picture& picture, int threads = 3) {
  double sum = 0;
  add_rows(variant, picture, {0, picture.size.height}, sum, threads);
  return sum;
}

}  // namespace heteroscope::binarize::testing
