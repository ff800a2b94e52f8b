#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "app/window/features/own/own_feature.hpp"
#include "app/window/model/frame_view.hpp"
#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window.hpp"
#include "app/window/picture/requester.hpp"
#include "app/window/shell/features.hpp"
#include "app/window/shell/frame_wait.hpp"
#include "core/base/watch.hpp"
#include "core/model/schema/keyed_words.hpp"

namespace heteroscope {

/// The events of a window that nobody touches: what announces its completion (core/base/completion.hpp). One at a time
/// listens.
class Completions final : public FrameEvents {
 public:
  Completions();
  ~Completions() override;

  [[nodiscard]] double now_s() override { return watch_.ms() / 1000; }
  void wait(double longest_s) override;
  [[nodiscard]] bool touched() override { return false; }
  [[nodiscard]] bool completed() override;
  [[nodiscard]] bool ends() override { return false; }
  /// A frame begins, which takes what has been completed so far.
  void begin_frame();

 private:
  Watch watch_;
};

/// A person's file that is open in a window, without a display: what the window does with its saves, in frames that
/// come when those of a display of 60 Hz would. Nothing is colored or drawn.
class SavedFile {
 public:
  /// What a save took, from right before it was written, in ms.
  struct Times {
    double first_ms = 0;     ///< until the first picture by the new code, coarse or whole
    double whole_ms = 0;     ///< until the whole one of the settings
    double compared_ms = 0;  ///< until the new code had been compared with the reference in small cases
  };

  /// Writes the file that `heteroscope new --beside` writes into the folder, opens it and shows what it computes with
  /// the settings. Throws BadInput where it does not, or is found wrong.
  SavedFile(const std::filesystem::path& folder, const Settings& settings, const FoundVariant& beside);

  /// Returns the text of the file with another constant for each number.
  [[nodiscard]] std::string text(int number) const;
  /// Returns that text with these lines ahead of the function, and with the statements at its beginning.
  [[nodiscard]] std::string text(int number, const std::string& before, const std::string& statements) const;

  /// Saves the text as an editor does that renames a new file, and waits until its pictures and the comparison are
  /// there. Throws BadInput where they do not come, or it is found wrong.
  Times save(const std::string& text);
  /// Saves a text that fails when it computes. Returns when the window knew that, in ms. Throws BadInput where it does
  /// not fail.
  double save_faulty(const std::string& text);

 private:
  [[nodiscard]] Window window() { return {ui_, model_, view_}; }
  void write(const std::string& text) const;
  void frame();
  /// Steps until it is done. Returns the time of the watch then, in ms. Throws BadInput if it takes too long; `what` is
  /// waited for.
  double step_until(const Watch& since, const std::string& what, const std::function<bool()>& done);
  [[nodiscard]] bool shows_save() const;
  Times follow(const Watch& saved);

  Completions events_;
  Ui ui_;
  WindowModel model_;
  FrameView view_;
  Requester requester_;
  Features features_;
  OwnFeature& own_;
  FrameWait wait_;
  std::filesystem::path path_;
  std::string start_;                ///< the text with which the file was made
  const Variant* before_ = nullptr;  ///< what the picture on the screen was computed by before the save; null: none
  bool has_compared_ = false;        ///< a comparison has begun since the save
};

}  // namespace heteroscope
