#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "core/run/shares/stage_run.hpp"

/// What makes the runs whose time counts differ from each other, in a way that nobody can foresee: a person's file that
/// keeps the last run's result, or results by what it was given, must compute all the same.
namespace heteroscope {

/// The source of it, of each thread.
std::minstd_rand& unforeseen();

/// A value's bits, in the lowest bytes.
using ValueBits = std::uint64_t;

/// Returns a number near to the value, whose magnitude differs by 2^-6 to 2^-3 of it: where a right value was, it is
/// none, however that is rounded. Of what is no normal number, one between 1 and 2. `precision`: a floating-point one.
ValueBits number_beside(ValueBits value, Precision precision);
/// Returns a number that is far larger than what workloads compute, so that results which follow from it show it.
ValueBits large_number(Precision precision);
/// Returns the value with a slightly smaller magnitude: by less than 2^-15 of it. What is no normal number, and a whole
/// number, stays.
ValueBits slightly_less(ValueBits value, Precision precision, std::minstd_rand& random = unforeseen());
/// Likewise with a magnitude that is less by 2^-6 to 2^-3 of it: results that follow from it show it.
ValueBits clearly_less(ValueBits value, Precision precision, std::minstd_rand& random = unforeseen());

/// Copies a value to a participant's memory, or from there, and waits. `stream`: of the GPU whose memory it is; null:
/// it is the host's.
void copy_value(void* to, const void* from, std::size_t bytes, device::Direction direction,
                const device::Stream* stream);

/// What one run computes in place of the plan's problem.
class OtherValues {
 public:
  /// None: a few values are slightly less, and nobody foresees which. A number: some are clearly less (clearly_less()),
  /// the same ones for the same number.
  explicit OtherValues(const std::optional<std::uint32_t>& number);

  /// How many of a field's values are looked at, and where the next of them lies.
  [[nodiscard]] int places() const;
  std::size_t place_in(const FieldView& field);
  /// Returns what stands for a value.
  ValueBits beside(ValueBits value, Precision precision);
  /// Changes values on the host.
  void change(const FieldView& field);
  /// Returns the bound parameters of the plan, and where it computes a view without a source, those of the view aside
  /// by less than half a pixel.
  std::any aside(const Plan& plan);

 private:
  std::minstd_rand random_;
  bool clearly_;
};

/// As long as it lives, some values of what a participant reads are others.
class OtherInputs {
 public:
  /// Of the source and the table. The participant, which is of this machine, outlives it.
  OtherInputs(const ParticipantContext& participant, OtherValues& others);
  ~OtherInputs();
  OtherInputs(const OtherInputs&) = delete;
  OtherInputs& operator=(const OtherInputs&) = delete;

 private:
  struct Changed {
    void* at;
    ValueBits before;
    std::size_t bytes;
  };
  void change(const Field& field, OtherValues& others);
  [[nodiscard]] const device::Stream* stream() const;

  const ParticipantContext& participant_;
  std::vector<Changed> changed_;
};

}  // namespace heteroscope
