#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/device/device.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// The control by which a panel shows a setting.
enum class Control {
  none,      ///< it has no row: it is chosen in another place, such as the picture, or not in the window
  buttons,   ///< its choices beside each other
  list,      ///< its choices below each other, which unfold
  palettes,  ///< a list of palettes, each with its colors
  blocks,    ///< a list of block shapes, below which another one can be typed
  slider,    ///< a whole number from a range
  ends,      ///< beside the row before it whether numbers are chosen, and then both of them
};

/// The processors whose variants read a setting. Its option is refused where only others compute.
enum class ReadBy { all, cpu, gpu };

/// The workload and the GPUs that rows are for.
struct RowContext {
  const Workload& workload;
  device::Devices devices;
};

/// A choice of a row.
struct RowChoice {
  std::string text;
  std::string meaning;
  std::function<void(Settings&)> choose;
  bool chosen = false;
  std::optional<Processor> processor = {};  ///< the one that it stands for, whose color it has
};

/// The number of a row with a slider.
struct RowNumber {
  int value = 0;
  int least = 0;
  int most = 0;
  std::string zero;  ///< what the value 0 stands for: "all (8)"; empty: it is a number like others
  std::function<void(Settings&, int)> set;
};

/// A row of a panel that a setting has with the present settings; panels draw it (app/window/feature/setting_rows.hpp).
struct SettingRow {
  std::string id;  ///< unique among the rows of all settings
  std::string label;
  Control control = Control::none;
  ReadBy read_by = ReadBy::all;
  std::string_view help;  ///< what it chooses, said while nothing is unfolded
  std::string idle;       ///< why it chooses nothing here; empty if it does
  std::string shown;      ///< the value, where it is none of the choices
  std::vector<RowChoice> choices;
  /// Returns why this machine cannot compute with such settings, which one of the choices has made.
  std::function<std::string(const Settings&)> refusal = [](const Settings&) { return std::string(); };
  RowNumber number;                                  ///< of a slider
  std::function<void(Settings&, BlockShape)> typed;  ///< takes a block that was typed

  /// Adds a choice.
  void offer(std::string_view text, std::string_view meaning, std::function<void(Settings&)> choose, bool chosen,
             std::optional<Processor> processor = {}) {
    choices.push_back({std::string(text), std::string(meaning), std::move(choose), chosen, processor});
  }
};

}  // namespace heteroscope
