#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/features/bench/bench_feature.hpp"
#include "app/window/features/files/exporter.hpp"
#include "app/window/features/files/opener.hpp"
#include "app/window/features/lessons/lesson_feature.hpp"
#include "app/window/model/recorder.hpp"
#include "app/window/model/views/own_views.hpp"

namespace heteroscope {

/// Writes exports, for its own actions and for other features, and opens files, command lines and locations: these
/// become the settings, the source, a result in the bench, saved views, or answers to lessons.
class FilesFeature final : public Feature {
 public:
  /// `bench` shows results that are opened, `views` takes views, and `lessons` answers; `recorder` says whether a
  /// movie's views are recorded. All of them outlive this.
  FilesFeature(BenchFeature& bench, KeptViews& views, LessonFeature& lessons, const Recorder& recorder)
      : bench_(bench), views_(views), lessons_(lessons), recorder_(recorder) {}

  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::file; }
  [[nodiscard]] Side side() const override { return Side::right; }
  void panel(const Window& window) override;
  void before_engine(const Window& window) override;
  [[nodiscard]] Badge badge(const Window& window) const override;
  void on_frame(const Window& window, const FrameStep& step) override;
  [[nodiscard]] Activity activity(const Window& window) const override;
  void end(const Window& window, bool again) override;
  [[nodiscard]] std::string unfinished(double closing_s) override;

  /// Opens files that were dropped on the window.
  void take_dropped(const std::vector<std::filesystem::path>& paths) { opener_.add(paths); }
  /// Opens what was typed or copied, off the window's thread.
  void open_typed(OpenRequest request) { opener_.add(std::move(request)); }
  /// Returns whether a file is being opened, or waits for that.
  [[nodiscard]] bool opens() const { return opener_.busy(); }
  /// Shows a result in the bench, unless the bench is measuring. Returns one line on why not; empty where it is shown.
  [[nodiscard]] std::string show_result(std::shared_ptr<const BenchViews> views, const std::filesystem::path& file,
                                        Ui& ui);
  /// Adds saved views behind those that are kept. Returns one line on why not; empty where they are added.
  [[nodiscard]] std::string take_views(const OwnViews::List& views, const std::filesystem::path& file, Ui& ui);
  /// Adds the answers of one student to those of the class.
  void take_answers(const Answers& answers, Ui& ui) { lessons_.add_answers(answers, ui); }
  /// Returns the paths that were opened, newest first.
  [[nodiscard]] std::vector<std::string>& recent() { return recent_; }

 private:
  [[nodiscard]] ActionEntry exports(Action action, const char* label, std::vector<Shortcut> keys,
                                    std::string (*why_not)(const Window&) = nullptr);
  void note_recent(const std::filesystem::path& path);
  void open_copied(Ui& ui);
  void open(const Opener::Outcome& outcome, Ui& ui, WindowModel& model);
  std::string take(const Opener::Outcome& outcome, Ui& ui, WindowModel& model);

  BenchFeature& bench_;
  KeptViews& views_;
  LessonFeature& lessons_;
  const Recorder& recorder_;
  std::vector<std::string> recent_;
  Exporter exporter_;
  Opener opener_;
  std::optional<double> busy_since_s_;  ///< since when files are being written or opened; none: none are
};

}  // namespace heteroscope
