#pragma once

#include <any>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "core/model/iteration.hpp"
#include "core/model/own_kernels.hpp"
#include "core/model/variant.hpp"
#include "core/model/variant_list.hpp"
#include "core/summary/summary.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// The work of computing a result, for rates and shares of a ceiling.
struct Work {
  double operations = 0;         ///< of the workload's own unit
  std::string_view unit;         ///< of one operation, plural: "iterations"
  double fma_per_operation = 0;  ///< floating-point instructions an operation needs at least
  double bytes = 0;              ///< that must move through memory at least
  bool only_writes = false;      ///< of these bytes none is read
  /// The multiply-adds an operation of work that is compared with memory alone, where `fma_per_operation` is 0: for its
  /// place in the roofline.
  double fma_beside_bytes = 0;

  /// All of them.
  [[nodiscard]] double fma() const {
    return operations * (fma_per_operation > 0 ? fma_per_operation : fma_beside_bytes);
  }
};

/// A stage that writes rows of the output field (MapJob).
struct Map {};

/// The type of a reducing stage's numbers: doubles, or std::uint64_t.
enum class Partials { sums, counts };
template <>
inline constexpr std::array<IdTable<Partials>, 2> ids<Partials>{
    {{Partials::sums, "sums"}, {Partials::counts, "counts"}}};

/// A stage that leaves some numbers about the input, to which every participant adds (ReduceJob).
struct Reduction {
  Partials partials = Partials::sums;
  int (*count)(const std::any& parameters) = nullptr;  ///< how many numbers there are
  /// The stage's numbers, from the participants' partials added up over so many values of the input; null: the partials
  /// are the numbers. Of `input` it uses the range, and whether there is NaN.
  std::vector<double> (*total)(std::span<const double> partials, const Summary& input, std::int64_t values) = nullptr;
  bool averages = false;  ///< of sums: they stand for the mean of the input's values, and not for their sum
};

/// An ordered step of a workload with its own variants; the first CPU variant is the reference. It is of one of three
/// kinds, and its variants take the job of that kind (core/model/job.hpp).
struct Stage {
  std::string_view id;
  VariantList variants;
  std::string_view default_cpu;
  std::string_view default_gpu;
  std::variant<Map, Reduction, Iteration> kind;
  /// The work of this stage over an input of that size; null: the workload's work is this stage's.
  Work (*work)(const std::any& parameters, Size, Precision) = nullptr;
  std::optional<OwnKernels> own{};  ///< how it takes variants that a person writes; none: it takes none

  /// Null for a stage of another kind.
  [[nodiscard]] const Reduction* reduction() const { return std::get_if<Reduction>(&kind); }
  [[nodiscard]] const Iteration* iteration() const { return std::get_if<Iteration>(&kind); }
  [[nodiscard]] bool sums() const { return reduction() != nullptr && reduction()->partials == Partials::sums; }

  [[nodiscard]] const Variant* find(std::string_view id) const;
  /// The id of one of its variants.
  [[nodiscard]] std::string_view id_of(const Variant& variant) const;
  [[nodiscard]] std::string_view reference() const;
};

}  // namespace heteroscope
