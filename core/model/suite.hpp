#pragma once

#include <any>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/parameter.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// A group of a suite's rows.
struct SuiteScene {
  std::string_view id;
  Values values{};           ///< of parameters
  Size size{};               ///< none: as it is asked for
  std::string_view split{};  ///< how participants share a frame, as --split takes it; empty: each processor alone
};

/// Scenes that are squares, by their sides in pixels: "1024".
std::vector<SuiteScene> squares(std::initializer_list<std::string_view> sides);

/// With how many threads a suite measures CPU variants that can use several.
enum class SuiteThreads {
  asked,     ///< all, or as it is asked for
  doubling,  ///< 1, 2, 4, … and all
  growing,   ///< the same, on as many times the rows: with one thread and with as many as the problem is scaled by
};

/// A table that `bench` makes under a name of its own: variants of one workload in every scene, precision and block
/// shape. One that has the workload's id is what `bench` of that workload makes.
struct Suite {
  std::string_view id;
  std::string_view summary;
  std::string_view workload;
  std::string_view source{};               ///< of images; empty: the workload's
  std::string_view stage{};                ///< whose time is measured; empty: of the workload's only one
  Values values;                           ///< of parameters, where they are not the workload's defaults
  std::vector<std::string_view> variants;  ///< none: all of the workload's only stage
  std::vector<Precision> precisions;       ///< none: fp32 and fp64
  /// None: the variants' own. A variant without a choice of blocks is measured once.
  std::vector<BlockShape> blocks;
  /// For suites without such a list: the block shape of variants with a choice, in place of their own; variants whose
  /// blocks are lines take its columns. None: their own.
  BlockShape block{};
  std::vector<MemoryKind> memories{};  ///< for GPU variants; none: as it is asked for
  SuiteThreads threads = SuiteThreads::asked;
  std::vector<SuiteScene> scenes;  ///< none: one group
  bool whole_call = false;  ///< measured, too: with memory asked for anew and given back, and the result on the host
  bool compared = false;    ///< each row's result is held against the reference's, value by value
  bool counted = false;     ///< modeled efficiencies are counted, too, where the GPU's counters can be read
  bool theory = false;      ///< the report has this processor's peak by its clock, and how times follow predicted ones
  /// Why a row would take too long to be measured, in a line; empty if it does not. Null: none does.
  std::string (*too_long)(const std::any& parameters, Precision, Processor) = nullptr;
  /// The parameter that its scenes go over, or one of size_axes: the report is tables of times by it and by block, a
  /// table a variant, and other values can be asked for. Empty: the report is a list of rows.
  std::string_view axis;
  /// With an axis: the variant that the others are compared with.
  std::string_view baseline;
};

/// Axes of suites whose scenes are sizes: of squares, in pixels, and of images whatever their form, in values.
inline constexpr std::string_view side_axis = "side";
inline constexpr std::string_view values_axis = "values";

/// Its axis is one of those.
bool goes_over_sizes(const Suite& suite);

/// By how much the second times are less than the first ones in their means, as a share of the first: 0.2 is a fifth
/// less, negative is more. Both have as many, at least one, and not all 0.
double saved_share(std::span<const double> before, std::span<const double> after);

/// All suites, in the order in which they are offered.
using Suites = std::span<const Suite* const>;

/// The part of a suite, or of a workload, that a collection measures. Empty: all that it has.
struct SuitePart {
  std::string_view of;  ///< a suite's id, or a workload's
  std::vector<std::string_view> scenes{};
  std::vector<std::string_view> variants{};
  std::string_view precision{}, size{};  ///< as --precision and --size take them
  std::vector<std::string_view> set{};   ///< as --set takes them
};

/// Suites that `bench` measures one after the other, under a name of their own: a table each.
struct Collection {
  std::string_view id;
  std::string_view summary;
  std::vector<SuitePart> parts;
  double budget_ms = 500;  ///< a row's, unless it is asked for otherwise
  double within = 0.01;
  int least = 10;  ///< runs
  std::optional<double>
      all_ms{};  ///< that all rows share: where that leaves too little, they have fewer runs; one at least
};
using Collections = std::span<const Collection* const>;

}  // namespace heteroscope
