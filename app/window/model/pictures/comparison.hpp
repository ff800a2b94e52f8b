#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/window/model/measured/compare_result.hpp"
#include "app/window/model/pictures/kept_pictures.hpp"
#include "core/frame/frame.hpp"

namespace heteroscope {

enum class CompareWith { nothing, input, reference, kept };
enum class CompareStyle { mask, heat, wipe, side };

/// The diff view.
struct Comparison {
  CompareWith with = CompareWith::nothing;
  CompareStyle style = CompareStyle::mask;
  CompareStyle style_before = CompareStyle::mask;  ///< the style before a key showed the input beside the result
  double wipe = 0.5;                               ///< divider, as a share of the picture area's width
  bool flip = false;                               ///< Space is held: the reference (or the input) is shown
  KeptPictures kept;                               ///< the workload's kept pictures
  std::shared_ptr<const Frame> other;   ///< the frame that is compared with, or whose input is; null until it is there
  std::optional<CompareResult> result;  ///< the newest result
  std::string why_not;                  ///< why there is no result
  bool result_is_current = false;
  std::optional<double> earlier_since_s;  ///< since when the result is an earlier picture's than the one shown
  WrittenCheck written;                   ///< of the picture of the current result

  /// Returns the name of what is compared with: "the input", "the reference", "A".
  [[nodiscard]] std::string name_of(CompareWith what) const;
  /// Returns whether all has been found out about the picture that is shown.
  [[nodiscard]] bool is_finished() const { return result_is_current && !written.waits_since_s; }
  /// Returns the result as that of the picture that is shown; null where it has been another one's for more than a
  /// moment, or where there is none.
  [[nodiscard]] const CompareResult* told_result(double now_s) const;
  /// Returns the comparison in effect: while Space is held it is the reference, unless another one is chosen.
  [[nodiscard]] CompareWith wanted() const {
    return flip && with != CompareWith::input ? CompareWith::reference : with;
  }
  void turn_off() {
    if (with == CompareWith::input && style == CompareStyle::side) style = style_before;
    with = CompareWith::nothing;
  }
};

}  // namespace heteroscope
