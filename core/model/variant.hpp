#pragma once

#include <any>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/job.hpp"
#include "core/types/basic_types.hpp"

namespace heteroscope {

namespace device {
struct Facts;
}
struct AccessingVariant;
struct OwnSource;

/// Which block shapes a GPU variant can be launched with.
enum class BlockRule { none, one_dimensional, any };

/// A constant of a variant's own that can be another: how much is handed out at a time, say. Every value gives the same
/// result, or one within the same bound if the variant is `reordered`.
struct Tunable {
  std::string_view id;  ///< variants of a workload that have one of the same id take the same choice
  std::string_view label;
  std::string_view help;
  std::span<const int> values;                ///< rising
  int initial = 0;                            ///< one of them
  std::span<const std::string_view> words{};  ///< what the first values stand for
  /// Returns why this machine cannot compute with the value; empty if it can. Null: it can with each of them.
  std::string (*unavailable)(int value) = nullptr;

  /// Returns a value as a person reads it: "0: automatic", "64".
  [[nodiscard]] std::string text(int value) const;
};
/// The words for 0 where it stands for the variant's own choice, and for values that are 0 and 1 alone.
inline constexpr std::string_view automatic_first[] = {"automatic"};
inline constexpr std::string_view no_and_yes[] = {"no", "yes"};

/// The knobs of the execution that a variant honors. With an empty list the choice has no effect on it.
struct Knobs {
  std::span<const Precision> precisions;
  std::span<const MemoryKind> memory_kinds;
  BlockRule blocks = BlockRule::none;
  BlockShape default_block{0, 0};
  std::span<const std::string_view> mappings;  ///< the first is the default
  bool threads = false;
  std::span<const Tunable> tunables;
  bool threads_of_library = false;  ///< its threads are not OpenMP's, so that they cannot be bound

  /// Null for an unknown id.
  [[nodiscard]] const Tunable* find_tunable(std::string_view id) const {
    for (const Tunable& each : tunables)
      if (each.id == id) return &each;
    return nullptr;
  }
};

/// One implementation of a stage for one processor. File name = symbol = string id. Its functions take the job of the
/// stage's kind.
struct Variant {
  Processor processor = Processor::cpu;  ///< cpu or gpu
  std::string_view summary;
  Knobs knobs;
  JobFunction<void> run;
  /// The pieces that a job can be cut into, where that is not between rows: its launches then have all of the job's
  /// rows and some of its pieces. One: it cannot be cut, and not be cancelled either. Null: it is cut between rows.
  JobFunction<Rows> pieces;
  /// Bytes of scratch for a job, whose pointers are not yet there; null: none. On the CPU it holds what is large of a
  /// thread's own: a thread's stack may be 16 KiB (OMP_STACKSIZE).
  JobFunction<std::size_t> scratch_bytes;
  /// Why this device cannot run it at all; empty if it can. Null: no needs beyond a device.
  std::string (*unavailable)(const device::Facts&) = nullptr;
  /// A part of the demangled names of kernels that it alone launches, if some device cannot run it: `verify` does not
  /// demand these on such a device.
  std::string_view kernels;
  /// Kernels, by their host functions, that this device cannot run, while the variant has others for it: `verify` does
  /// not demand these either. Null: there are none on any device.
  std::vector<const void*> (*kernels_beyond)(const device::Facts&) = nullptr;
  /// Why it cannot compute such a result on this device; empty if it can. `whole`: it has all rows. Null: it always
  /// can.
  std::string (*unfit)(const std::any& parameters, const Extent& output, bool whole, const device::Facts&) = nullptr;
  /// Of a settling iteration: whether it looks at what it measures by itself, so that a job that begins at that step
  /// may have several rounds of steps (IterateJob::rounds). Null: whoever asks for steps looks after each round.
  bool (*repeats)(const std::any& parameters, std::int64_t step) = nullptr;
  /// It adds or multiplies in another order than the reference, so that the workload's tolerance applies. Otherwise its
  /// result must have the reference's bits.
  bool reordered = false;
  /// The error beyond the workload's tolerance that follows from the numbers it computes with; null: none.
  double (*rounding)(const std::any& parameters, Precision, double largest) = nullptr;
  /// For a reduction to sums: largest |sum − exact| / Σ|x| over that many values, from the order of its additions.
  double (*sum_error)(std::int64_t values, Precision) = nullptr;
  std::string_view own_id;         ///< of one from a person's file: a newer one may have its place in the list
  std::string_view own_path;       ///< where that file is, as a command of this process names it
  const OwnSource* own = nullptr;  ///< the person's file that it is compiled from; null: it is the program's own
  const AccessingVariant* accesses = nullptr;  ///< what that file declares of its addresses; null: nothing
};

/// Stands where a CUDA variant would in a build without a CUDA toolkit.
Variant absent_gpu_variant();
/// Stands where one would that the toolkit of this build cannot compile.
Variant too_new_gpu_variant();

inline constexpr Precision both_precisions[] = {Precision::fp32, Precision::fp64};
/// The precisions of variants that only read their input's values.
inline constexpr Precision all_precisions[] = {Precision::fp32, Precision::fp64, Precision::int32};
inline constexpr MemoryKind all_memory_kinds[] = {MemoryKind::device, MemoryKind::managed, MemoryKind::pinned};

/// A pointer to a variant, which one thread may exchange while others read it.
class VariantPointer {
 public:
  VariantPointer(const Variant* to = nullptr) : to_(to) {}
  VariantPointer(const VariantPointer& other) : to_(other) {}
  VariantPointer& operator=(const VariantPointer& other) { return *this = static_cast<const Variant*>(other); }
  VariantPointer& operator=(const Variant* to) {
    to_.store(to, std::memory_order_release);
    return *this;
  }
  operator const Variant*() const { return to_.load(std::memory_order_acquire); }
  const Variant* operator->() const { return *this; }

 private:
  std::atomic<const Variant*> to_;
};

/// A variant and its id in a stage's list.
struct NamedVariant {
  std::string_view id;
  VariantPointer variant;
};

}  // namespace heteroscope
