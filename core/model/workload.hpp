#pragma once

#include <any>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/color/color_map.hpp"
#include "core/model/cover.hpp"
#include "core/model/iteration.hpp"
#include "core/model/parameter.hpp"
#include "core/model/study.hpp"
#include "core/model/table.hpp"
#include "core/model/types.hpp"
#include "core/model/variant.hpp"
#include "core/run/summary.hpp"

namespace heteroscope {

/// The pattern by which outputs depend on inputs.
enum class Shape { map, permute, stencil, reduce, iterate };
template <>
inline constexpr std::array<IdTable<Shape>, 5> ids<Shape>{{{Shape::map, "map"},
                                                           {Shape::permute, "permute"},
                                                           {Shape::stencil, "stencil"},
                                                           {Shape::reduce, "reduce"},
                                                           {Shape::iterate, "iterate"}}};

/// What a stage leaves behind: rows of the output field, or some numbers about the input to which every side adds.
enum class Reduction { none, sums, counts };

/// What a result took: for rates and shares of a ceiling.
struct Work {
  double operations = 0;         ///< of the workload's own unit
  std::string_view unit;         ///< of one operation, plural: "iterations"
  double fma_per_operation = 0;  ///< floating-point instructions an operation needs at least
  double bytes = 0;              ///< that must move through memory at least
  bool only_writes = false;      ///< of these bytes none is read
};

/// An ordered step of a workload with its own variants; the first CPU variant is the reference.
struct Stage {
  std::string_view id;
  std::vector<NamedVariant> variants;
  std::string_view default_cpu;
  std::string_view default_gpu;
  Reduction reduction = Reduction::none;                  ///< to doubles (sums) or std::uint64_t (counts)
  int (*partials)(const std::any& parameters) = nullptr;  ///< how many numbers a reducing stage has
  /// What the lanes' partials, added up, stand for; null: the stage's numbers are the partials.
  std::vector<double> (*total)(std::span<const double> partials, const Summary& input) = nullptr;
  /// What this stage alone takes over an input of that size; null: the workload's work is this stage's.
  Work (*work)(const std::any& parameters, Size, Precision) = nullptr;

  [[nodiscard]] const Variant* find(std::string_view id) const;
  /// Of one of its variants.
  [[nodiscard]] std::string_view id_of(const Variant& variant) const;
  [[nodiscard]] std::string_view reference() const;
};

/// Named parameter values: saved views in the panel, cases in `bench`.
struct Scene {
  std::string_view id;
  std::string_view label;
  Values values;
  bool benchmark = false;  ///< `bench` measures it
};

/// What `verify` tries beside the defaults and the scenes, to take a path through the kernels that these do not.
struct Trial {
  Values values;
  /// With the other values of each switch, at the usual sizes, too; else just so.
  bool crossed = false;
  std::vector<Size> sizes;                 ///< empty: the first of the usual ones
  std::vector<std::string_view> variants;  ///< of the last stage, or "stage=id": those alone; empty: all
  std::vector<BlockShape> blocks;          ///< these alone; empty: the usual ones
  std::string_view pattern;                ///< of the source; empty: noise
  double number = 1;                       ///< of the pattern
  std::int64_t steps = 0;                  ///< of an iteration; 0: as many as otherwise
  int band = 0;                            ///< in bands of so many rows or pieces; 0: in one go
};

/// The parameters that move when the picture is zoomed and panned, by id. `y_up`: the second coordinate grows upward.
struct Navigation {
  std::string_view center_x;
  std::string_view center_y;
  std::string_view span;  ///< width of the view, in the coordinates' unit
  bool y_up = true;
  std::string_view detail;  ///< the parameter that `[` and `]` halve and double
};

/// Initial coloring of a result.
struct Coloring {
  ColorScale scale = ColorScale::linear;
  double low = 0;
  std::string_view high_parameter;  ///< the palette ends at this parameter's value; empty: at `high`
  /// None: the palette ends at the result's maximum. Else it runs from `low` to this, and further where values do.
  std::optional<double> high;
  bool zero_is_special = false;
  std::string_view palette;  ///< empty: the program's first
};

/// What a finished frame was made of and became: for a workload's figures.
struct Outcomes {
  const std::any* parameters = nullptr;
  std::function<FieldView()> input;              ///< the whole source on the host; copied there when it is asked for
  std::span<const std::vector<double>> reduced;  ///< by stage; empty for a stage that does not reduce
  std::function<FieldView()> result;             ///< the whole result on the host; copied there when it is asked for
  Summary summary;                               ///< of the result
  std::int64_t steps = 0;                        ///< that an iteration has taken
  bool painted = false;                          ///< strokes have been added to its state
};

/// Which input values a result of n numbers counts: number i those in [low + i w, low + (i + 1) w), w = (high - low) /
/// n. `repeats`: also those that lie a multiple of high - low away; else values outside are counted at the nearer end.
struct Bins {
  double low = 0;
  double high = 1;
  bool repeats = false;
};

/// A figure about a result: "mean", 12.5, "".
struct Figure {
  std::string_view label;
  double value = 0;
  std::string_view unit;
};

/// A problem with parameters and one well-defined result, declared in one place.
struct Workload {
  std::string_view id;
  std::string_view label;
  std::string_view summary;
  std::string_view lesson;       ///< one line: what a person learns with it
  std::string_view value_label;  ///< what a field's value is: "count k"
  Shape shape = Shape::map;
  std::vector<Parameter> parameters;
  std::vector<Stage> stages;
  std::vector<Scene> scenes;
  std::optional<Navigation> navigation;
  Coloring coloring;
  /// It goes on step by step; it has one stage, of that shape.
  std::optional<Iteration> iteration;
  std::vector<Trial> trials;
  /// Variants of its last stage whose blocks are worth looking at.
  std::vector<CoveringVariant> covers;
  /// A parameter that is a time, in s: it goes on while the window runs. Empty: there is none.
  std::string_view clock;
  /// Its input, or what it may start from, is an image: a source must be chosen. `default_source` names one.
  bool takes_image = false;
  std::string_view default_source;
  /// Its result can be the source of workloads that take images.
  bool serves_as_source = false;
  /// The result looks like the input, and is colored as the source is.
  bool colored_as_input = false;
  /// The result's size and precision; null: the input's (or the settings', without a source). `input` is that size.
  Extent (*output)(const std::any& parameters, Size input, Precision) = nullptr;
  /// Numbers that all of its cells are computed from.
  std::optional<Table> table;
  /// Typed parameters; throws BadInput.
  std::any (*bind)(const Values&) = nullptr;
  /// Largest difference from the reference that is still right for variants that are `reordered`; `largest` is the
  /// input's largest magnitude, 0 without a source. Null: none.
  double (*tolerance)(const std::any& parameters, Precision, double largest) = nullptr;
  /// Of an iteration: of one step.
  Work (*work)(const std::any& parameters, Size, Precision, const Summary& result) = nullptr;
  /// The most `Work::operations` a single pixel can take: for the first guess at how long rows will take.
  double (*worst_operations)(const std::any& parameters) = nullptr;
  /// One line where the result cannot mean what the user expects (a view finer than the precision); else empty.
  std::string (*advice)(const std::any& parameters, Size, Precision) = nullptr;

  /// One line where a result went wrong (values without bound); else empty. Null: it cannot.
  std::string (*alarm)(const std::any& parameters, const Summary& result) = nullptr;

  /// Whether a value of the input may lead to another result because the sums before it are `found` instead of
  /// `expected`, both by stage, over `values` values. Null: no.
  bool (*may_flip)(double input, std::span<const std::vector<double>> expected,
                   std::span<const std::vector<double>> found, std::int64_t values) = nullptr;
  /// What the numbers of a reducing result count; null: nothing that can be said so.
  Bins (*bins)(const std::any& parameters) = nullptr;
  /// Numbers about a finished result, shown beside it; null: none. May look at the whole input.
  std::vector<Figure> (*figures)(const Outcomes&) = nullptr;
  /// The value that is taken where that parameter is 0; NaN where 0 is a value like others. Null: it is for all.
  double (*automatic)(const std::any& parameters, std::string_view id) = nullptr;
  /// How its errors fall with the lengths of its steps, computed on the CPU in some seconds; null: nothing to study.
  std::vector<Study> (*study)(const StudyProgress&) = nullptr;

  [[nodiscard]] const Parameter* find_parameter(std::string_view id) const;
  /// Null for a variant whose cover is not known.
  [[nodiscard]] const CoveringVariant* find_cover(std::string_view variant) const;
  /// With these typed parameters a source is read: not by an iteration that starts from something else.
  [[nodiscard]] bool reads_source(const std::any& values) const;
  /// "fourier: 0.3 is past 0.25, the stability limit of euler" where a value is beyond the iteration's limit; else
  /// empty. Throws BadInput for values that cannot be bound.
  [[nodiscard]] std::string past_limit(const Values& values) const;
  /// The parameter that sets the size of the result; null where the settings' size or the source's does.
  [[nodiscard]] const Parameter* size_parameter(const Values& values) const;
  /// Its result is numbers about the input, not a picture.
  [[nodiscard]] bool gives_numbers() const;
};

/// The limit in as few digits, six at least, as do not stand for a larger number: what is read off can be used.
std::string limit_text(double limit);

/// All workloads, in the order in which they are offered.
using Catalog = std::span<const Workload* const>;

/// Throws BadInput, with the known ids, for an unknown one.
const Workload& find_workload(Catalog catalog, std::string_view id);

}  // namespace heteroscope
