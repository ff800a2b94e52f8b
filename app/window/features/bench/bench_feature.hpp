#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/features/bench/files.hpp"
#include "app/window/features/bench/task.hpp"
#include "app/window/features/bench/view.hpp"
#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

/// The rows of a result as a table that is sorted by its column headings. Where there is no room for all columns, the
/// least important ones are left out; a row's tooltip has them all.
class BenchTable {
 public:
  /// Draws the table in the rest of the ImGui window, where it scrolls; with `whole` it is as high as its rows.
  void draw(const Ui& ui, const std::shared_ptr<const BenchView>& view, bool whole);

 private:
  void follow(const std::shared_ptr<const BenchView>& view);
  void choose_columns(float room, float gap);
  void heads();
  void line(const Ui& ui, const BenchView& view, const BenchLine& line) const;

  std::shared_ptr<const BenchView> of_;
  float letters_ = 0;                  // the height of the font for which widths were measured
  std::vector<float> widths_;          // of all columns, in pixels
  std::vector<std::size_t> shown_;     // places of the columns that have room
  std::vector<std::size_t> in_order_;  // places of the lines, as they are sorted
  BenchOrder order_;
};

/// The page that measures suites and collections of suites in the background and shows their results. A measurement
/// goes on while the page is closed, whatever workload is shown.
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
  /// Measures the chosen suite as soon as nothing else is computed.
  void start() { wanted_ = true; }
  /// Ends the measurement after its present run, without waiting for it. Rows that have been measured stay.
  void stop();
  [[nodiscard]] bool running() const { return wanted_ || task_.running(); }
  /// Shows the results of a file in the place of those that were measured.
  void show(std::shared_ptr<const BenchViews> views, const std::filesystem::path& file);

 private:
  enum class Part { rows, findings, claims };
  /// The result of the task that plans the chosen rows.
  struct Outlook {
    std::string line;
    std::shared_ptr<const BenchOutlook> of;  ///< null: planning failed
    std::string failure;
    std::shared_ptr<const PublishedView> published;  ///< only where no row can be measured
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
  void suites_in_room(const Ui& ui, const WindowModel& model);
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
  std::string suite_;       // the suite of a collection whose result is shown; empty: the newest
  float below_list_ = 0;    // height of what stood below the list of suites in the last frame
  std::string asked_line_;  // the command line that was last planned, or is being planned
  Outlook outlook_;         // for the choice
  bool wanted_ = false;     // the measurement begins as soon as nothing is computed
  bool stopping_ = false;   // the measurement ends after its present run
  std::shared_ptr<const BenchViews> loaded_;
  std::string loaded_from_;
  double started_s_ = 0;
  double used_s_ = -1e9;                    // when the window was last used during a measurement
  std::shared_ptr<const BenchView> drawn_;  // the view that was drawn last
  std::shared_ptr<const PublishedView> drawn_published_;
  bool resizes_ = false;  // a new view is shown, which gets its scroll bars in the second frame
};

}  // namespace heteroscope
