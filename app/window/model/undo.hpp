#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// The parameter that is the limit of iterations, where it follows the view.
struct FollowingLimit {
  bool of_source = false;  ///< it is one of the source's parameters
  std::string_view parameter;
};

/// The settings before each change, for undo and redo. Steps and time of a run, the size that follows the window and a
/// limit that follows the view are no changes.
class Undo {
 public:
  /// Changes that follow each other within this time are one, like those of a wheel.
  static constexpr double burst_s = 0.7;
  static constexpr std::size_t longest = 300;

  /// Called after each frame. `held`: a drag goes on, so that the next changes belong to the same one; `running`: steps
  /// or time go on; `follows`: the limit that follows the view.
  void note(const Settings& now, const Workload& workload, bool held, bool running, double now_s,
            const std::optional<FollowingLimit>& follows = {});
  /// Changes the present settings by what no person does, such as a view that is fitted to another size of the window.
  void follow(const std::function<void(Settings&)>& change);
  /// The settings before the last change; nothing at the beginning.
  [[nodiscard]] std::optional<Settings> back();
  /// Returns the settings that back() left; nothing after another change.
  [[nodiscard]] std::optional<Settings> forth();
  [[nodiscard]] bool can_go_back() const { return !before_.empty(); }
  [[nodiscard]] bool can_go_forth() const { return !after_.empty(); }

 private:
  std::optional<Settings> move(std::vector<Settings>& from, std::vector<Settings>& to);

  std::vector<Settings> before_;
  std::vector<Settings> after_;
  std::optional<Settings> present_;
  double changed_s_ = 0;
  bool held_ = false;      ///< `held` of the last frame
  bool changing_ = false;  ///< the next change belongs to the last one
};

}  // namespace heteroscope
