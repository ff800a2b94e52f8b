#include <array>

#include "kernels/histogram/cpu_counts.hpp"

namespace heteroscope::histogram {
namespace {

template <class T, class Bins>
class PrivateCounts {
 public:
  explicit PrivateCounts(const Bins& bins) : bins_(bins) {}

  void add(const T* row, int width) {
    for (int x = 0; x < width; ++x) ++counts_[static_cast<std::size_t>(bins_(row[x]))];
  }
  void add_to(std::span<std::uint64_t> counts) const {
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += counts_[i];
  }

 private:
  const Bins bins_;
  std::array<std::uint64_t, most_bins> counts_{};
};

void run(const ReduceJob& job) {
  with_input(job, [&]<class T>(const auto& bins) {
    using Counts = PrivateCounts<T, std::remove_cvref_t<decltype(bins)>>;
    count_privately<T>(job, [&] { return Counts(bins); });
  });
}

}  // namespace

extern const Variant omp_private;
const Variant omp_private{.processor = Processor::cpu,
                          .summary = "OpenMP: a histogram for each thread, added up at the end.",
                          .knobs = cpu_knobs,
                          .run = run};

}  // namespace heteroscope::histogram
