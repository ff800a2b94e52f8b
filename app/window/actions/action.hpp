#pragma once

namespace heteroscope {

/// What keys, buttons and menus ask for (app/window/actions/actions.hpp says what each is). Panels put actions into the
/// state; the app carries them out.
enum class Action {
  undo,
  redo,
  fit,
  back,
  halve_detail,
  double_detail,
  toggle_run,
  toggle_panels,
  present,
  toggle_keys,
  search,
  escape,
  cycle_compare,
  toggle_input,
  keep,
  forget_kept,
  step_once,
  reset_run,
  toggle_contours,
  toggle_plots,
  toggle_disks,
  toggle_cover,
  toggle_variants,
  toggle_sweep,
  keep_curve,
  toggle_study,
  export_picture,
  export_diff,
  export_field,
  export_times,
  save_settings,
  copy_command,
  open,
  paste,
  zoom_in,
  zoom_out,
  go_left,
  go_right,
  go_up,
  go_down,
  walk_panels,
  welcome,
  start_gpu,
  quit,
};

}  // namespace heteroscope
