#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/window/look/fonts.hpp"
#include "app/window/look/theme.hpp"
#include "app/window/model/ui/action.hpp"
#include "app/window/model/ui/preferences.hpp"
#include "app/window/model/ui/toast.hpp"
#include "app/window/model/ui/wishes.hpp"

namespace heteroscope {

class ActionTable;

/// What controls are drawn with, and through which they ask the shell for something. They take this alone, and know
/// nothing of what the window is about.
struct Ui {
  Preferences preferences;
  Fonts fonts;
  float scale = 1;                            ///< ImGui units for each unit of the design
  float pixel_ratio = 1;                      ///< framebuffer pixels for each ImGui unit
  double now_s = 0;                           ///< of the frame that is drawn, in GLFW's time
  const ActionTable* action_table = nullptr;  ///< what can be asked for, with its keys
  std::set<Action> open;                      ///< whose features are
  std::optional<DisplayWay> asked_display;    ///< by the command line, in place of the preference
  Toasts toasts;
  std::optional<RevealWish> revealed;  ///< the row of a panel that a person has searched for

  /// The PNG that was copied in another program: its bytes, none where no picture was copied, nothing where that was
  /// said already. Null: there is no clipboard.
  std::function<std::optional<std::string>()> copied_picture = nullptr;

  // Wishes: the shell takes them once all of the window has been laid out.
  std::vector<Action> actions;
  std::vector<FileWish> files;
  std::filesystem::path export_folder;  ///< where they are written

  [[nodiscard]] const Theme& theme() const { return theme_of(preferences.theme); }
  [[nodiscard]] float units(double design) const { return static_cast<float>(design) * scale; }
  [[nodiscard]] bool is_open(Action action) const { return open.contains(action); }
  void ask(Action action) { actions.push_back(action); }
  void say(std::string text) { toasts.say(std::move(text), now_s); }
  /// That a file has been written: said with a button that shows it in its folder.
  void say_written(const std::filesystem::path& file) { say_written(file, "Written: " + file.string()); }
  void say_written(const std::filesystem::path& file, std::string text) {
    toasts.say_written(file, std::move(text), now_s);
  }
  void fail(std::string text) { toasts.fail(std::move(text), now_s); }
};

}  // namespace heteroscope
