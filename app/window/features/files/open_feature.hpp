#pragma once

#include <string>
#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/features/files/file_names.hpp"
#include "app/window/features/files/files_feature.hpp"
#include "app/window/widgets/typed_field.hpp"

namespace heteroscope {

/// The dialog in which a person opens a picture, saved settings or a command line by its name, or a picture as the
/// source. Recent paths and the names in the folder stand below the field, at first that of the file that was opened
/// last, and are chosen by mouse, arrows and Enter.
/// The dialog stays until something has been opened, and shows a line on why opening failed.
class OpenFeature final : public OpenedFeature {
 public:
  /// `files` opens what is chosen, and outlives this.
  explicit OpenFeature(FilesFeature& files);
  [[nodiscard]] Action opened_by() const override { return action::open; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::file; }
  [[nodiscard]] bool alone() const override { return false; }
  void open(const Window& window) override;
  void overlay(const Window& window, OverlaySpace& space) override;
  [[nodiscard]] Activity activity(const Window& /*window*/) const override {
    return {.busy = is_open() && names_.busy()};
  }

 private:
  /// A line of the list, which can be chosen.
  struct Entry {
    std::string path;   ///< "/home/somebody/pictures/", with a slash behind a folder
    std::string shown;  ///< the text of its line
  };
  /// A key that acts on the names found for a text. They may still be looked for while more is typed.
  enum class Wanted { nothing, enter, complete };

  void open_with(const Window& window, bool as_source, const std::string& text);
  void body(Ui& ui);
  void note_keys(bool entered);
  void want(Wanted wanted);
  void heading(const Ui& ui);
  void list(Ui& ui, const std::vector<std::string>& recent, const FoundNames* found);
  bool line(const Ui& ui, const Entry& entry, int index);
  void act(const std::vector<std::string>& recent, const FoundNames& found);
  void complete(const FoundNames& found);
  void move(int lines);
  void enter(const std::vector<std::string>& recent, const FoundNames& found);
  void choose(const std::string& path);
  void take(const std::string& text);
  [[nodiscard]] std::vector<std::string> recent_matches(const FoundNames* found) const;
  [[nodiscard]] bool fits(const std::string& path) const;
  [[nodiscard]] std::string last_folder() const;
  void go_to(const std::string& text);

  FilesFeature& files_;
  TypedField field_;
  LatestTask<NamesRequest, FoundNames> names_;
  bool as_source_ = false;
  std::string base_;  ///< the folder of names without one: that of the file that was opened last
  int chosen_ = -1;   ///< place of the chosen line, from the top; -1: none
  int moves_ = 0;     ///< presses of the arrow keys, down minus up, since the names were looked for
  Wanted wanted_ = Wanted::nothing;
  std::string wanted_text_;  ///< the text when that key was pressed
  std::string last_text_;    ///< text of the field for which chosen_ holds
  std::string error_;        ///< why the last request could not be opened
  std::string reading_;      ///< what is being opened; empty: nothing
  int asked_ = 0;            ///< number of the last request: answers to earlier ones are not shown
};

}  // namespace heteroscope
