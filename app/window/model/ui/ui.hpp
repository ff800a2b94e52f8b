#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/window/look/fonts.hpp"
#include "app/window/look/theme.hpp"
#include "app/window/model/ui/action.hpp"
#include "app/window/model/ui/preferences.hpp"
#include "app/window/model/ui/toast.hpp"
#include "core/io/new_file.hpp"

namespace heteroscope {

/// A file that is to be written into the export folder.
struct FileRequest {
  std::string stem;       ///< gets a number if a file has that name
  std::string extension;  ///< ".csv"
  Make make;              ///< returns the contents; called on the thread that writes; an exception becomes a message
  /// Called once the file is written; may be null.
  std::function<void(const std::filesystem::path&)> written = nullptr;
};

/// Returns a function that makes a text file.
inline Make made_of(std::string text) {
  return [text = std::move(text)](const Append& append) { append(std::as_bytes(std::span(text))); };
}

/// A request to show a row of a panel: its section unfolds, and the row is scrolled to and highlighted for a while.
struct RevealRequest {
  std::string section;
  std::string row;
  double until_s = 0;  ///< in GLFW's time
};

class ActionTable;

/// The tools of controls: fonts, sizes and colors to draw with, and requests to the shell. Controls take only this and
/// know nothing about the model.
struct Ui {
  Preferences preferences;
  Fonts fonts;
  float scale = 1;                            ///< ImGui units for each unit of the design
  float pixel_ratio = 1;                      ///< framebuffer pixels for each ImGui unit
  double now_s = 0;                           ///< time of the present frame, in GLFW's time
  double display_interval_s = 1.0 / 60;       ///< between two frames of the display
  const ActionTable* action_table = nullptr;  ///< all actions with their keys
  std::set<Action> open;                      ///< the actions whose features are open
  std::optional<DisplayWay> asked_display;    ///< set by the command line in place of the preference
  Toasts toasts;
  std::optional<RevealRequest> revealed;  ///< the row of a panel that a person has found by the search

  /// The PNG that was copied in another program: its bytes, none where no picture was copied, nothing where that was
  /// said already. Null: there is no clipboard.
  std::function<std::optional<std::string>()> copied_picture = nullptr;

  // Requests, which the shell takes once the whole window has been laid out.
  std::vector<Action> actions;
  std::vector<FileRequest> files;
  std::filesystem::path export_folder;  ///< the folder in which they are written

  [[nodiscard]] const Theme& theme() const { return theme_of(preferences.theme); }
  [[nodiscard]] float units(double design) const { return static_cast<float>(design) * scale; }
  [[nodiscard]] bool is_open(Action action) const { return open.contains(action); }
  void ask(Action action) { actions.push_back(action); }
  void say(std::string text) { toasts.say(std::move(text), now_s); }
  /// Shows a message that a file has been written, with a button that shows it in its folder.
  void say_written(const std::filesystem::path& file) { toasts.say_written(file, now_s); }
  void say_written(const std::filesystem::path& file, std::string text) {
    toasts.say_written(file, std::move(text), now_s);
  }
  void fail(std::string text) { toasts.fail(std::move(text), now_s); }
};

}  // namespace heteroscope
