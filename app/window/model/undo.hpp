#pragma once

#include <functional>
#include <optional>
#include <string>
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

/// The settings as they were before each change, to go back to and forth again. What a run does by itself (steps and
/// time that go on) is no change, nor is the size that follows the window, nor a limit that follows the view.
class Undo {
 public:
  /// Changes nearer to each other than this are one, as a wheel's are.
  static constexpr double burst_s = 0.7;
  static constexpr std::size_t longest = 300;

  /// After a step of the window. `held`: a person is at it, so that what follows belongs to the same change;
  /// `running`: steps or time go on; `follows`: the view's limit, where nobody chooses it.
  void note(const Settings& now, const Workload& workload, bool held, bool running, double now_s,
            const std::optional<FollowingLimit>& follows = {});
  /// Changes the present settings by what no person does, such as a view that is fitted to another size of the window.
  void follow(const std::function<void(Settings&)>& change);
  /// The settings before the last change; nothing at the beginning.
  [[nodiscard]] std::optional<Settings> back();
  /// Those that back() left; nothing after another change.
  [[nodiscard]] std::optional<Settings> forth();
  [[nodiscard]] bool can_go_back() const { return !before_.empty(); }
  [[nodiscard]] bool can_go_forth() const { return !after_.empty(); }

 private:
  std::optional<Settings> move(std::vector<Settings>& from, std::vector<Settings>& to);

  std::vector<Settings> before_;
  std::vector<Settings> after_;
  std::optional<Settings> present_;
  double changed_s_ = 0;
  bool held_ = false;      ///< at the last step
  bool changing_ = false;  ///< what comes now belongs to the last change
};

}  // namespace heteroscope
