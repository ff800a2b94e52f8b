#pragma once

#include <any>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/color_map.hpp"
#include "core/parameter.hpp"
#include "core/summary.hpp"
#include "core/types.hpp"
#include "core/variant.hpp"

namespace heteroscope {

/// The pattern by which outputs depend on inputs.
enum class Shape { map, permute, stencil, reduce, iterate };
template <>
inline constexpr std::array<IdTable<Shape>, 5> ids<Shape>{{{Shape::map, "map"},
                                                           {Shape::permute, "permute"},
                                                           {Shape::stencil, "stencil"},
                                                           {Shape::reduce, "reduce"},
                                                           {Shape::iterate, "iterate"}}};

/// An ordered step of a workload with its own variants; the first CPU variant is the reference.
struct Stage {
  std::string_view id;
  std::vector<NamedVariant> variants;
  std::string_view default_cpu;
  std::string_view default_gpu;

  [[nodiscard]] const Variant* find(std::string_view id) const;
  [[nodiscard]] std::string_view reference() const;
};

/// Named parameter values: saved views in the panel, cases in `bench`.
struct Scene {
  std::string_view id;
  std::string_view label;
  Values values;
  bool benchmark = false;  ///< `bench` measures it
};

/// What a result took: for rates and shares of a ceiling.
struct Work {
  double operations = 0;         ///< of the workload's own unit
  std::string_view unit;         ///< of one operation, plural: "iterations"
  double fma_per_operation = 0;  ///< floating-point instructions an operation needs at least
  double bytes = 0;              ///< that must move through memory at least
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
  std::string_view high_parameter;  ///< the palette ends at this parameter's value; empty: at the result's maximum
  bool zero_is_special = false;
};

/// A problem with parameters and one well-defined result, declared in one place.
struct Workload {
  std::string_view id;
  std::string_view label;
  std::string_view summary;
  std::string_view value_label;  ///< what a field's value is: "count k"
  Shape shape = Shape::map;
  std::vector<Parameter> parameters;
  std::vector<Stage> stages;
  std::vector<Scene> scenes;
  std::optional<Navigation> navigation;
  Coloring coloring;
  /// Typed parameters; throws BadInput.
  std::any (*bind)(const Values&) = nullptr;
  /// Largest difference from the reference that is still right.
  double (*tolerance)(const std::any& parameters, Precision) = nullptr;
  Work (*work)(const std::any& parameters, Size, Precision, const Summary& result) = nullptr;
  /// The most `Work::operations` a single pixel can take: for the first guess at how long rows will take.
  double (*worst_operations)(const std::any& parameters) = nullptr;
  /// One line where the result cannot mean what the user expects (a view finer than the precision); else empty.
  std::string (*advice)(const std::any& parameters, Size, Precision) = nullptr;

  [[nodiscard]] const Parameter* find_parameter(std::string_view id) const;
};

/// All workloads, in the order in which they are offered.
using Catalog = std::span<const Workload* const>;

/// Throws BadInput, with the known ids, for an unknown one.
const Workload& find_workload(Catalog catalog, std::string_view id);

}  // namespace heteroscope
