#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/waiter.hpp"
#include "core/ceilings/chip_ceilings.hpp"
#include "core/ceilings/link_ceilings.hpp"
#include "core/ceilings/memory_ceilings.hpp"
#include "core/run/execute.hpp"
#include "core/types/rates.hpp"

namespace heteroscope {

/// Multiply-adds of so many threads.
struct CpuFma {
  int threads = 1;
  FmaRates rates;
};

/// A way into a GPU's memory.
struct MeasuredLink {
  Participant from;
  int to = 0;
  LinkRates rates;
};

/// The rate at which data reach a GPU's memory from several participants that send at the same time.
struct MeasuredArrival {
  std::vector<Participant> from;
  int to = 0;
  double bytes_per_s = 0;
};

/// The ceilings that were measured in a run of `bench`.
struct Ceilings {
  std::vector<CpuFma> cpu;                ///< most threads first
  std::vector<MemoryCeiling> cpu_memory;  ///< of memory for each of those, then of smaller sets as rows needed them
  std::optional<FmaRates> gpu;
  std::vector<MemoryCeiling> gpu_memory;  ///< likewise
  std::vector<MeasuredLink> links;        ///< that rows' participants have used
  std::vector<MeasuredArrival> arrivals;  ///< over several of them at once
};

/// The ceilings with which a processor's part of a row is compared.
struct HeldAgainst {
  MemoryCeiling memory;
  double fma_per_s = 0;
};

/// The bytes that a row's work touches on each side; they decide which cache helps it.
struct Touched {
  int threads = 0;  ///< of the CPU
  double cpu_bytes = 0;
  double gpu_bytes = 0;  ///< of the first GPU
  bool operator==(const Touched&) const = default;
};

/// `work` is what a run takes, of `steps` steps where it iterates: a step touches no more than the state's planes. In a
/// split each side touches its share.
Touched touched_by(const Plan& plan, const Work& work, std::int64_t steps, int threads);

/// Measures what rows are held against, each ceiling once. The GPU is asked for nothing before it is measured.
class CeilingMeter {
 public:
  CeilingMeter();
  CeilingMeter(const CeilingMeter&) = delete;
  CeilingMeter& operator=(const CeilingMeter&) = delete;
  /// Thrown in place of the next measurement, each of which takes up to a second or two, once a stop is requested.
  struct GivenUp {};
  /// By this, from now on; it is told of each measurement that begins.
  void set_waiter(Waiter waiter) { waiter_ = std::move(waiter); }
  /// So many measurements follow, of which each is told as one: "ceiling 2 of 5: …".
  void expect(int measurements);
  /// How many measurements cpu(), gpu() and chip() take, beside those that are known.
  [[nodiscard]] int missing_cpu(int threads, double bytes) const;
  [[nodiscard]] int missing_gpu(double bytes) const;
  [[nodiscard]] int missing_chip() const { return chip_ ? 0 : 1; }
  /// Memory and multiply-adds of so many CPU threads.
  void measure_cpu(int threads);
  void measure_gpu();
  HeldAgainst cpu(int threads, double bytes, Precision precision);
  HeldAgainst gpu(double bytes, Precision precision);
  /// The on-chip rates of the first GPU.
  const device::ChipRates& chip();
  const LinkRates& link(const Participant& from, int to);
  /// Bytes per second that reach a GPU's memory from all these participants together; of one participant its link's.
  double arrival(const std::vector<Participant>& from, int to);
  [[nodiscard]] Ceilings measured() const;

 private:
  /// Tells what is measured next; throws GivenUp where it is not wanted any more.
  void begins(const std::string& what);
  [[nodiscard]] bool has_fma(int threads) const;

  Waiter waiter_;
  int expected_ = 0;  ///< 0: nobody has said how many measurements follow
  int begun_ = 0;     ///< of these
  std::vector<CpuFma> cpu_;
  std::optional<FmaRates> gpu_;
  std::optional<device::ChipRates> chip_;
  MemoryCeilings cpu_memory_;
  std::optional<MemoryCeilings> gpu_memory_;
  std::vector<MeasuredLink> links_;
  std::vector<MeasuredArrival> arrivals_;
};

}  // namespace heteroscope
