#pragma once

#include <memory>
#include <optional>

#include "app/window/feature/feature.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/model/views/view.hpp"
#include "core/run/escape_limit.hpp"

namespace heteroscope {

/// The limit of iterations that follows the view: if it is automatic, a task beside the window searches the one that
/// suits the view (core/run/escape_limit.hpp), and the settings get it. A limit that came with its view stays as long
/// as that view is shown.
class LimitFeature final : public Feature {
 public:
  explicit LimitFeature(Catalog catalog);
  void before_engine(const Window& window) override;
  void leave_workload() override { shown_.reset(); }
  [[nodiscard]] Activity activity(const Window& window) const override;

 private:
  /// The view for which a limit is searched: the settings of the workload that counts, with its lowest limit.
  struct Shown {
    Settings view;
    double limit = 0;
    LeftView place;  ///< its plane and its place there, without the limit
  };
  struct Made {
    Settings view;
    LimitFinding found;
  };

  void note(const Window& window, Shown now);
  void search(const Window& window);
  void take(const Window& window);

  [[nodiscard]] bool is_wanted(const Window& window) const;

  std::optional<Shown> shown_;
  std::optional<Settings> asked_;  ///< the view for which the task was asked last
  std::optional<Settings> taken_;  ///< the view whose limit was taken last
  double moved_s_ = 0;
  double asked_s_ = 0;
  std::shared_ptr<Executor> executor_;
  LatestTask<Settings, Made> task_;
};

/// Returns the view's limit if it follows the view, whose own changes are not undone.
std::optional<FollowingLimit> following_limit(const Ui& ui, const WindowModel& model);

/// Draws the row in which a person chooses whether the limit is automatic, and a line with the result of the search.
void automatic_limit_rows(Ui& ui, WindowModel& model);

}  // namespace heteroscope
