#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/color/color_map.hpp"
#include "core/model/capabilities/accesses.hpp"
#include "core/model/capabilities/block_mappings.hpp"
#include "core/model/capabilities/capabilities.hpp"
#include "core/model/capabilities/navigation.hpp"
#include "core/model/capabilities/table.hpp"
#include "core/model/capabilities/tileable.hpp"
#include "core/model/parameter.hpp"
#include "core/model/stage.hpp"
#include "core/model/tally.hpp"
#include "core/summary/summary.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

struct Settings;

/// The pattern by which outputs depend on inputs.
enum class Shape { map, permute, stencil, reduce, iterate };
template <>
inline constexpr std::array<IdTable<Shape>, 5> ids<Shape>{{{Shape::map, "map"},
                                                           {Shape::permute, "permute"},
                                                           {Shape::stencil, "stencil"},
                                                           {Shape::reduce, "reduce"},
                                                           {Shape::iterate, "iterate"}}};

/// Named parameter values: saved views in the panel, cases in `bench`.
struct Scene {
  std::string_view id;
  std::string_view label;
  Values values;
  bool benchmark = false;  ///< `bench` measures it
};

/// A case that `verify` tries beside the defaults and the scenes, to take a path through kernels that these do not.
struct VerifyCase {
  Values values;
  /// With the other values of each switch and at the usual sizes, too; otherwise just so.
  bool crossed = false;
  std::vector<Size> sizes;                 ///< empty: the first of the usual ones
  std::vector<std::string_view> variants;  ///< of the last stage, or "stage=id": those alone; empty: all
  std::vector<BlockShape> blocks;          ///< these alone; empty: the usual ones
  std::string_view pattern;                ///< of the source; empty: noise
  double number = 1;                       ///< of the pattern
  std::int64_t steps = 0;                  ///< of an iteration; 0: as many as otherwise
  int band = 0;                            ///< in bands of so many rows or pieces; 0: in one go
  bool shared = false;                     ///< also by several GPUs, and by them and the CPU
};

/// Initial coloring of a result.
struct Coloring {
  ColorScale scale = ColorScale::linear;
  double low = 0;
  std::string_view high_parameter;  ///< the palette ends at this parameter's value; empty: at `high`
  /// None: the palette ends at the result's maximum. Otherwise it runs from `low` to this, and further where values do.
  std::optional<double> high;
  bool bounded = false;  ///< no value lies outside of `low` to `high`
  bool zero_is_special = false;
  std::string_view palette;  ///< empty: the program's first
  /// The switch with which results are fractional escape counts up to `high_parameter`, by whose slope a pixel's
  /// distance from the set is known (core/color/distances.hpp); empty: there is none.
  std::string_view distance_parameter;
  /// The scale for these parameters and this size of the result; null: always `scale`.
  ColorScale (*scale_of)(const std::any& parameters, Size) = nullptr;
};

/// What a finished frame was computed from and became; a workload's figures are computed from it.
struct Outcomes {
  const std::any* parameters = nullptr;
  std::function<FieldView()> input;              ///< the whole source on the host; copied there when it is asked for
  std::span<const std::vector<double>> reduced;  ///< by stage; empty for a stage that does not reduce
  std::function<FieldView()> result;             ///< the whole result on the host; copied there when it is asked for
  /// The tally of its rows, which is the same for all ranks if these have some rows each. For a workload whose steps
  /// ranks share there is no other way to the result.
  std::function<Tally(const TallyRow&)> over_rows;
  std::function<FieldView()> state;  ///< the same of an iteration's state that is not the result
  Summary summary;                   ///< of the result
  Extent output;                     ///< its
  std::int64_t steps = 0;            ///< that an iteration has taken
  bool painted = false;              ///< strokes have been added to its state

  template <class P>
  [[nodiscard]] const P& parameters_as() const {
    return *std::any_cast<P>(parameters);
  }
};

/// A figure about a result: "mean", 12.5, "".
struct Figure {
  std::string_view label;
  double value = 0;
  std::string_view unit;
  bool adds_up = false;  ///< that of a whole result is the sum of those of its parts
  bool decided = false;  ///< it stands for the summary's minimum, maximum or mean where some values are undecided
};

/// A problem with parameters and one well-defined result, declared in one place: what every workload has, and then its
/// capabilities, each a struct of its own that is there or not. What makes use of one asks for it.
struct Workload {
  std::string_view id;
  std::string_view label;
  std::string_view summary;
  std::string_view lesson;  ///< one line: what a person learns with it
  Theory theory;
  std::string_view value_label;  ///< what a field's value is: "count k"
  Shape shape = Shape::map;
  std::vector<Parameter> parameters;
  /// Typed parameters; throws BadInput.
  std::any (*bind)(const Values&) = nullptr;
  /// The value that is taken where that parameter is 0; NaN where 0 is a value like others. Null: it is for all.
  double (*automatic)(const std::any& parameters, std::string_view id) = nullptr;
  /// One after the other. One that iterates comes first; others follow where its state is not the result.
  std::vector<Stage> stages;
  std::vector<Scene> scenes;
  std::vector<VerifyCase> verify_cases;
  Coloring coloring;
  /// The result's size and precision; null: the input's (or the settings', without a source). `input` is that size.
  Extent (*output)(const std::any& parameters, Size input, Precision) = nullptr;
  /// For an iteration this is the work of one step.
  Work (*work)(const std::any& parameters, Size, Precision, const Summary& result) = nullptr;
  /// The most `Work::operations` a single pixel can take, for the first guess at how long rows will take; null: 1.
  double (*worst_operations)(const std::any& parameters) = nullptr;
  /// Numbers about a finished result, shown beside it; null: none. May look at the whole input.
  std::vector<Figure> (*figures)(const Outcomes&) = nullptr;
  /// Its result can be the source of workloads that take images.
  bool serves_as_source = false;
  /// Whether the result's values are whole numbers that int32 holds; null: they are not.
  bool (*fits_int32)(const std::any& parameters) = nullptr;

  std::optional<ImageInput> image;
  std::optional<Navigation> navigation;
  std::optional<EscapeLimit> escape_limit;
  std::optional<Table> table;
  std::optional<Points> points;
  std::optional<TimeParameter> clock;
  std::optional<BlockMappings> block_mappings;
  std::optional<Accesses> accesses;
  std::optional<Binned> binned;
  std::optional<WorkModel> work_model;
  std::optional<Tolerances> tolerances;
  std::optional<Warnings> warnings;
  std::optional<ErrorStudy> study;
  std::optional<FastMathBaseline> fast_math;
  std::optional<Tileable> tileable;
  std::optional<Incomparable> incomparable;
  /// Why a parameter, whatever its value, changes nothing of what these settings compute: another parameter, the steps
  /// or the variants leave it out; else empty. Null: all of them always count.
  std::string (*unused)(const std::any& parameters, const Settings&, std::string_view id) = nullptr;

  [[nodiscard]] const Parameter* find_parameter(std::string_view id) const;
  /// The value of a parameter that it has, which may be left out.
  [[nodiscard]] double value_of(std::string_view id, const Values& values) const;
  /// The precisions for which each stage has a variant, in the order in which they are offered.
  [[nodiscard]] std::vector<Precision> precisions() const;
  [[nodiscard]] bool takes(Precision precision) const;
  /// How it iterates; null: it does not.
  [[nodiscard]] const Iteration* iteration() const;
  [[nodiscard]] bool iterates() const { return iteration() != nullptr; }
  /// Its state is not the result: stages follow that make it.
  [[nodiscard]] bool has_own_state() const { return iterates() && iteration()->shape.has_value(); }
  /// The stage that goes on step by step, or else the one that ends with the result: where most of the work is.
  [[nodiscard]] std::size_t main_index() const { return iterates() ? 0 : stages.size() - 1; }
  [[nodiscard]] const Stage& main_stage() const { return stages[main_index()]; }
  /// The extent of the result; `input` is the source's size, or the settings' without one.
  [[nodiscard]] Extent extent(const std::any& values, Size input, Precision precision) const {
    return output != nullptr ? output(values, input, precision) : Extent{.size = input, .precision = precision};
  }
  [[nodiscard]] bool settles() const { return iterates() && iteration()->settling; }
  [[nodiscard]] bool paintable() const { return iterates() && iteration()->paint != nullptr; }
  /// Null for a variant whose block mapping is not known.
  [[nodiscard]] const MappedVariant* find_mapping(std::string_view variant) const {
    return block_mappings ? block_mappings->find(variant) : nullptr;
  }
  /// Null for a variant whose accesses are not modeled, or whose file declares none; takes ids.
  [[nodiscard]] const AccessingVariant* find_accesses(std::string_view stage, std::string_view variant) const;
  /// The variants of a stage whose accesses are known: those that are modeled, and then those from files.
  [[nodiscard]] std::vector<const AccessingVariant*> accessing_variants(const Stage& stage) const;
  /// Whether a source is read with these typed parameters; an iteration may start from something else.
  [[nodiscard]] bool reads_source(const std::any& values) const;
  [[nodiscard]] bool colored_as_input() const { return image && image->colored_as_input; }
  /// "fourier: 0.3 is past 0.25, the stability limit of euler" where a value is beyond the iteration's limit; else
  /// empty. Throws BadInput for values that cannot be bound.
  [[nodiscard]] std::string past_limit(const Values& values) const;
  /// The parameter that sets the size of the result; null where the settings' size or the source's does.
  [[nodiscard]] const Parameter* size_parameter(const Values& values) const;
  /// The parameter for the extent of what is computed, which is an iteration's state if that is not the result.
  [[nodiscard]] const Parameter* extent_parameter(const Values& values) const;
  /// Its result is numbers about the input, not a picture.
  [[nodiscard]] bool gives_numbers() const;
  /// The answers of its capabilities, or those without them: no tolerance, no line.
  [[nodiscard]] double tolerance(const std::any& parameters, Precision, double largest) const;
  [[nodiscard]] std::string advice(const std::any& parameters, Size, Precision) const;
  [[nodiscard]] std::string alarm(const std::any& parameters, const Summary& result) const;
  [[nodiscard]] double worst(const std::any& parameters) const;
};

/// The limit in as few digits, six at least, as do not stand for a larger number: what is read off can be used.
std::string limit_text(double limit);

/// All workloads, in the order in which they are offered.
using Catalog = std::span<const Workload* const>;

/// Null for an unknown one.
const Workload* known_workload(Catalog catalog, std::string_view id);
/// Throws BadInput, with the known ids, for an unknown one.
const Workload& find_workload(Catalog catalog, std::string_view id);

}  // namespace heteroscope
