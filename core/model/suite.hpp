#pragma once

#include <any>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/parameter.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// A table of times that somebody has published.
struct PublishedTable {
  struct Row {
    std::string_view scene;  ///< the suite's
    std::vector<double> ms;  ///< by the suite's blocks
  };
  std::string_view id;       ///< "6.1"
  std::string_view machine;  ///< "Tesla K40c"
  std::string_view variant;
  std::vector<Row> rows;
  /// The text's own percentages: by how much each block but the first needs less time than the one before.
  std::vector<double> saved_percent;
  std::string_view note;  ///< what is wrong with it; empty: nothing
};

/// One figure of a table of another form, and the row of the suite beside which it stands.
struct PublishedFigure {
  std::string_view table;    ///< "3"
  std::string_view machine;  ///< "Ryzen"
  std::string_view scene, variant;
  double value = 0;
  std::string_view id = "median_ms";  ///< of the row's datum
  BlockShape block{};                 ///< none: the row has no choice
  std::string_view memory{};          ///< empty: whichever
};

/// What a published theory expects of a machine.
struct PublishedPeak {
  std::string_view machine;
  int sockets = 1, cores = 1;  ///< of each
  double ghz = 0;
  double flop_per_cycle = 0;  ///< of a core
  double gflop_per_s = 0;     ///< of all, as printed
};

/// Measurements that a suite is shown beside.
struct Published {
  std::string_view title;  ///< where they are from
  std::vector<PublishedPeak> peaks;
  std::vector<PublishedTable> tables;
  std::vector<PublishedFigure> figures;
  std::vector<std::string_view> notes;  ///< what a reader must know of them, each a line

  /// Null for a variant that it says nothing about.
  [[nodiscard]] const PublishedTable* find(std::string_view variant, std::string_view machine) const;
  /// In the order of their first tables.
  [[nodiscard]] std::vector<std::string_view> machines() const;
};

/// Which of a suite's rows, by what they have; empty: whatever they have there.
struct RowPattern {
  std::string_view variant, scene, memory;
  BlockShape block{};
  std::string_view precision{};
  bool several_threads = false;  ///< not those of one thread
};

/// What a claim is about.
enum class ClaimOf {
  times,        ///< of the fastest row of each pattern
  averages,     ///< the same of speed-ups over the suite's baseline, in the mean of all scenes that both patterns have
  everywhere,   ///< that the first pattern's rows are faster than `others` in each scene and block
  mostly,       ///< that they are in more than half of these
  differences,  ///< that some values of the first pattern's rows are not the reference's
  proportion,  ///< that measured over predicted times are within the factor of their mean in the first pattern's scenes
  first_runs,  ///< that a row's first run takes at least so many times as long as its median, in most of its rows
  straight_line,  ///< that times grow along a straight line over the suite's axis: Pearson's r is at least the factor
  exponential,    ///< that their logarithms do, more so than they themselves
  widening,       ///< that the second pattern's times over the first's grow from the first scene to the last
  figure,         ///< that a figure of each of the first pattern's rows is the factor, to 1 %
};

/// How many times as fast the first pattern is as the second.
enum class Bound {
  at_least,  ///< the factor
  at_most,   ///< the factor: the first gains no more than that over the second, and may be the slower one
  alike,     ///< neither is faster by more than the factor
};

/// What somebody has concluded: that the one is at least so many times as fast as the other, at most, or that they are
/// alike; or something else of the rows of the one. Where both are of several threads they are compared with as many.
struct Claim {
  std::string_view text;
  std::string_view where;  ///< "seed 001, section 2.1.2"
  RowPattern fast, slow{};
  double factor = 1;
  Bound bound = Bound::at_least;
  ClaimOf of = ClaimOf::times;
  /// The id of a claim's datum; of times and averages which time is compared: empty: the median, or, where only that
  /// was published, the mean.
  std::string_view figure{};
  std::vector<std::string_view> others{};  ///< variants, of a claim about all scenes and blocks or most of them
};

/// A group of a suite's rows.
struct SuiteScene {
  std::string_view id;
  Values values{};           ///< of parameters
  Size size{};               ///< none: as it is asked for
  std::string_view split{};  ///< how lanes share a frame, as --split takes it; empty: each processor alone
};

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
  /// Of suites without such a list: the shape of variants with a choice, in place of their own; of those whose blocks
  /// are lines its columns. None: their own.
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
  const Published* published = nullptr;  ///< null: nothing to compare with
  std::vector<Claim> claims{};           ///< of what was published
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

/// What a collection measures of a suite, or of a workload. Empty: all that it has.
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
