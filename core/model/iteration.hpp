#pragma once

#include <any>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/types/field_view.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// A dab of a brush on the state of an iterating workload. Lengths are shares of the field's sides.
struct Stroke {
  std::int64_t step = 0;  ///< it is painted when that many steps have been taken
  double x = 0, y = 0;    ///< its center
  double radius = 0;
  double amount = 0;  ///< what is added at the center
  bool operator==(const Stroke&) const = default;
};

/// A parameter's value beyond which an iteration cannot go well.
struct Limit {
  std::string_view parameter;  ///< its id
  double value = 0;            ///< the largest value that is still right
  std::string_view why;        ///< "the stability limit of euler"
};

/// The measure of a settling iteration.
struct Measured {
  std::int64_t step = 0;
  double value = 0;
  double ms = 0;  ///< that its steps had taken by then, since the start
};

/// An iteration that has an end: its variants measure how far it is from there (IterateJob::measure) whenever the
/// number of steps is a multiple of `check_every`, and it takes no more steps once it has settled, unless it is painted
/// on again.
struct Settling {
  int (*check_every)(const std::any& parameters) = nullptr;
  /// The largest measure of what has settled.
  double (*goal)(const std::any& parameters, Precision) = nullptr;

  /// The negated comparison makes NaN count as settled, too.
  [[nodiscard]] bool settled(const std::any& parameters, Precision precision, double measure) const {
    return !(measure > goal(parameters, precision));
  }
};

/// A state that is no picture: planes of a size of their own, of which the stages after the iteration make the result.
/// Their input is the first plane.
struct StateShape {
  Size (*size)(const std::any& parameters) = nullptr;
  /// Parameters that these stages alone read, by id: they change the picture, and the state stays what it is.
  std::vector<std::string_view> shown_by;
};

/// How a workload iterates. Its state is one or more planes, of which the first is the result unless later stages
/// compute it. The state after N steps follows from the parameters, the precision, the strokes and, if it starts from
/// an image, the source; how it is computed changes none of its bits, so that any variant can continue a state.
struct Iteration {
  /// None: the state's planes have the result's size, and no stage follows.
  std::optional<StateShape> shape;
  /// Planes that make up the state.
  int (*planes)(const std::any& parameters) = nullptr;
  /// Planes beside them that a step writes to.
  int (*spares)(const std::any& parameters) = nullptr;
  /// The number of rows beyond its own that a step reads.
  int (*reach)(const std::any& parameters) = nullptr;
  /// For an iteration whose participants exchange data within its steps (Job::seat), instead of getting rows beyond
  /// their own before: the multiple at which the rows of each begin. 0: they do not exchange. Null: never.
  int (*exchange_grain)(const std::any& parameters) = nullptr;
  /// Whether the start is made from the source's values.
  bool (*from_image)(const std::any& parameters) = nullptr;
  /// Writes rows of a plane of the state before the first step, on the host; `image` is the source, or has no data.
  /// Those of one process are all rows.
  void (*begin)(const std::any& parameters, const FieldView& image, int plane, const FieldView& out, Rows rows,
                int threads) = nullptr;
  /// Whether a step overwrites the state's planes before it is complete, so that it cannot be left half done. Null: it
  /// writes to spares and exchanges the views at its end.
  bool (*in_place)(const std::any& parameters) = nullptr;
  /// Adds a stroke to rows of a plane, on the host. Null: it cannot be painted on.
  void (*paint)(const std::any& parameters, const Stroke& stroke, const FieldView& plane, Rows rows) = nullptr;
  /// The limit of a parameter. Null: none.
  Limit (*limit)(const std::any& parameters) = nullptr;
  /// None: it never settles.
  std::optional<Settling> settling;
  /// The most steps that it takes; null: as many as asked.
  std::int64_t (*most_steps)(const std::any& parameters) = nullptr;
  /// Why its rows cannot be shared between participants; empty if they can. Null: they always can.
  std::string (*unsplittable)(const std::any& parameters) = nullptr;
  /// Why ranks cannot share its rows although participants can; empty if they can. Null: as participants.
  std::string (*of_one_process)(const std::any& parameters) = nullptr;
  /// Steps that settings ask for where nothing else is said.
  std::int64_t default_steps = 0;
  /// Time that a step stands for, in the problem's own unit; null: a step is no time.
  double (*step_time)(const std::any& parameters) = nullptr;
};

}  // namespace heteroscope
