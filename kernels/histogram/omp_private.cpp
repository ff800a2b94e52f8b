#include "kernels/histogram/cpu_counts.hpp"
#include "kernels/histogram/thread_memory.hpp"

namespace heteroscope::histogram {
namespace {

/// The counters of one thread, on cache lines of their own.
struct PrivateCounts {
  std::span<std::uint64_t> of_bin;

  PrivateCounts(std::byte* memory, int bins) : of_bin(zeros_in<std::uint64_t>(memory, bins)) {}
  static std::size_t bytes(int bins) { return whole_lines(static_cast<std::size_t>(bins) * sizeof(std::uint64_t)); }

  void add_to(std::span<std::uint64_t> counts) const {
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += of_bin[i];
  }
};

template <class T, class Bins>
class PrivateCounter {
 public:
  PrivateCounter(const Bins& bins, PrivateCounts& counts) : bins_(bins), counts_(counts.of_bin.data()) {}

  void add(const T* row, int width) {
    for (int x = 0; x < width; ++x) ++counts_[bins_(row[x])];
  }

 private:
  const Bins bins_;
  std::uint64_t* const counts_;
};

void run(const ReduceJob& job) {
  with_input(job, [&]<class T>(const auto& bins) {
    using Counter = PrivateCounter<T, std::remove_cvref_t<decltype(bins)>>;
    count_privately<T, PrivateCounts>(job, [&](PrivateCounts& counts) { return Counter(bins, counts); });
  });
}

}  // namespace

extern const Variant omp_private;
const Variant omp_private{.processor = Processor::cpu,
                          .summary = "OpenMP: each thread has its own histogram; they are added at the end.",
                          .knobs = cpu_knobs,
                          .run = run,
                          .scratch_bytes = bytes_of_counts<PrivateCounts>};

}  // namespace heteroscope::histogram
