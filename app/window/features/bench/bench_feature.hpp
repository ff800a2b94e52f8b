#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/window/feature/feature.hpp"
#include "app/window/features/bench/files.hpp"
#include "app/window/features/bench/table.hpp"
#include "app/window/features/bench/task.hpp"

namespace heteroscope {

/// Suites and collections of them, measured beside the window, with what comes of them. It goes on while it is closed
/// and whatever workload is shown: a bench is the program's.
class BenchFeature final : public OpenedFeature {
 public:
  [[nodiscard]] Action opened_by() const override { return action::toggle_bench; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::measure; }
  void overlay(const Window& window, OverlaySpace& space) override;
  [[nodiscard]] Badge badge(const Window& window) const override;
  [[nodiscard]] Activity activity(const Window& window) const override;
  void end(const Window& window, bool again) override;
  [[nodiscard]] std::string unfinished(double closing_s) override;

  [[nodiscard]] BenchChoice& choice() { return choice_; }
  [[nodiscard]] const BenchTask& task() const { return task_; }
  /// Measures what is chosen as soon as nothing else is computed.
  void start() { wanted_ = true; }
  /// What has been measured stays. Does not wait.
  void stop();
  [[nodiscard]] bool running() const { return wanted_ || task_.running(); }
  /// What a file holds, in the place of what was measured.
  void show(std::shared_ptr<const BenchViews> views, const std::filesystem::path& file);

 private:
  enum class Part { rows, findings, claims };
  /// What the outlook's task makes.
  struct Outlook {
    std::string line;
    std::shared_ptr<const BenchOutlook> of;  ///< null: it fails
    std::string failure;
    std::shared_ptr<const PublishedView> published;  ///< where nothing of it can be measured; null where something can
  };

  void follow_choice(const WindowModel& model);
  void begin(const Window& window);
  void note_use(const Window& window);
  [[nodiscard]] std::shared_ptr<const BenchViews> all_shown() const;
  [[nodiscard]] std::shared_ptr<const BenchView> shown(const BenchViews& of) const;
  [[nodiscard]] std::string why_no_start() const;

  void body(Ui& ui, const WindowModel& model);
  void choices(Ui& ui, const WindowModel& model, bool with_list);
  void suites_list(const Ui& ui, const WindowModel& model);
  void suites_combo(const Ui& ui, const WindowModel& model);
  void about_suite(const Ui& ui) const;
  void scenes(const Ui& ui);
  void outlook_lines(const Ui& ui, const WindowModel& model) const;
  void start_button(const Ui& ui);
  void results(Ui& ui, bool whole);
  void published(const Ui& ui);
  void standing(const Ui& ui);
  void which_suite(const Ui& ui, const BenchViews& views);
  void part(const Ui& ui, const std::shared_ptr<const BenchView>& view, bool whole);
  void buttons(const Ui& ui, const std::shared_ptr<const BenchViews>& views,
               const std::shared_ptr<const BenchView>& view);

  BenchTask task_;
  BenchFiles files_;
  BenchTable table_;
  BenchChoice choice_;
  Part part_ = Part::rows;
  SingleTask<Outlook> outlooks_;
  std::string suite_;       // of a collection's, whose result is shown; empty: the newest
  std::string asked_line_;  // that the outlook's task was last asked for
  Outlook outlook_;         // of what is chosen
  bool wanted_ = false;     // begins as soon as nothing is computed
  bool stopping_ = false;   // once the run that is under way has ended
  std::shared_ptr<const BenchViews> loaded_;
  std::string loaded_from_;
  double started_s_ = 0;
  double used_s_ = -1e9;                    // when the window was last in use while something was measured
  std::shared_ptr<const BenchView> drawn_;  // what was shown last
  std::shared_ptr<const PublishedView> drawn_published_;
  bool resizes_ = false;  // what is shown is new: where it needs bars to scroll is known once it is drawn
};

}  // namespace heteroscope
