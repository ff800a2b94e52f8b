#pragma once

#include <compare>
#include <string_view>

namespace heteroscope {

/// The id of an action. Keys, buttons and menus ask for it (Ui::ask()); its feature describes and carries it out
/// (app/window/model/actions/actions.hpp).
class Action {
 public:
  /// `id` must outlive it, as a literal does.
  explicit constexpr Action(std::string_view id) : id_(id) {}
  [[nodiscard]] constexpr std::string_view id() const { return id_; }
  auto operator<=>(const Action&) const = default;  // NOLINT(modernize-use-nullptr)

 private:
  std::string_view id_;
};

/// The actions that several places ask for; other actions have their id where they are described.
namespace action {
inline constexpr Action undo{"undo"};
inline constexpr Action redo{"redo"};
inline constexpr Action fit{"fit"};
inline constexpr Action one_to_one{"one_to_one"};
inline constexpr Action halve_detail{"halve_detail"};
inline constexpr Action double_detail{"double_detail"};
inline constexpr Action toggle_run{"toggle_run"};
inline constexpr Action toggle_panels{"toggle_panels"};
inline constexpr Action present{"present"};
inline constexpr Action toggle_keys{"toggle_keys"};
inline constexpr Action search{"search"};
inline constexpr Action cycle_compare{"cycle_compare"};
inline constexpr Action toggle_input{"toggle_input"};
inline constexpr Action keep{"keep"};
inline constexpr Action step_once{"step_once"};
inline constexpr Action reset_run{"reset_run"};
inline constexpr Action toggle_contours{"toggle_contours"};
inline constexpr Action toggle_plots{"toggle_plots"};
inline constexpr Action toggle_disks{"toggle_disks"};
inline constexpr Action toggle_scope{"toggle_cover"};
inline constexpr Action toggle_roofline{"toggle_roofline"};
inline constexpr Action toggle_counters{"toggle_counters"};
inline constexpr Action toggle_lens{"toggle_lens"};
inline constexpr Action toggle_variants{"toggle_variants"};
inline constexpr Action toggle_sweep{"toggle_sweep"};
inline constexpr Action toggle_lessons{"toggle_lessons"};
inline constexpr Action toggle_bench{"toggle_bench"};
inline constexpr Action toggle_own{"toggle_own"};
inline constexpr Action toggle_source{"toggle_source"};
inline constexpr Action write_variant{"write_variant"};
inline constexpr Action toggle_tune{"toggle_tune"};
inline constexpr Action keep_curve{"keep_curve"};
inline constexpr Action toggle_study{"toggle_study"};
inline constexpr Action toggle_poster{"toggle_poster"};
inline constexpr Action toggle_record{"toggle_record"};
inline constexpr Action toggle_movie{"toggle_movie"};
inline constexpr Action toggle_queue{"toggle_queue"};
inline constexpr Action export_picture{"export_picture"};
inline constexpr Action export_diff{"export_diff"};
inline constexpr Action export_field{"export_field"};
inline constexpr Action export_times{"export_times"};
inline constexpr Action export_trace{"export_trace"};
inline constexpr Action save_settings{"save_settings"};
inline constexpr Action toggle_views{"toggle_views"};
inline constexpr Action copy_location{"copy_location"};
inline constexpr Action open{"open"};
inline constexpr Action choose_source{"choose_source"};
inline constexpr Action paste{"paste"};
inline constexpr Action welcome{"welcome"};
inline constexpr Action start_gpu{"start_gpu"};
inline constexpr Action draw_on_card{"draw_on_card"};
inline constexpr Action quit{"quit"};
}  // namespace action

}  // namespace heteroscope
