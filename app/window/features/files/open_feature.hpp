#pragma once

#include <string>
#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/widgets/typed_field.hpp"

namespace heteroscope {

/// What a person opens by name: a picture, saved settings or a command line; what was opened before is a click away.
class OpenFeature final : public OpenedFeature {
 public:
  /// `recent`: paths that were opened, newest first; they outlive this.
  explicit OpenFeature(const std::vector<std::string>& recent);
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
  void body(Ui& ui);
  void names(Ui& ui);
  void take(Ui& ui, const std::string& text);

  const std::vector<std::string>& recent_;
  TypedField field_;
  LatestTask<std::string, std::vector<std::string>> names_;  ///< of files that begin as what is typed
};

/// Files and folders whose paths begin with a text, folders with a slash behind them: pictures and settings, at most
/// `most`, by name. Empty where there is no such folder.
std::vector<std::string> names_beginning(const std::string& text, std::size_t most);

}  // namespace heteroscope
