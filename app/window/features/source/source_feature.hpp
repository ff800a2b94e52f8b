#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/text/highlight.hpp"
#include "app/window/feature/feature.hpp"
#include "core/model/schema/keyed_words.hpp"

namespace heteroscope {

/// Shows the source of a variant: the reference loop, the variant's file, and the headers that it includes.
class SourceFeature final : public OpenedFeature {
 public:
  [[nodiscard]] Action opened_by() const override { return action::toggle_source; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::run; }
  void offer(const Window& window, std::vector<Offer>& to) override;
  void overlay(const Window& window, OverlaySpace& space) override;
  void leave_workload() override;

  /// Opens the page with a variant of the present workload; `variant`: its id. Another one is shown if it is open.
  void show(Ui& ui, std::string_view stage, std::string_view variant);
  /// The variant beside whose source a person wants to write one's own; each request is taken once.
  [[nodiscard]] std::optional<FoundVariant> take_start() { return std::exchange(start_, std::nullopt); }

 private:
  /// A file that is shown.
  struct Shown {
    std::string name;
    HighlightedLines lines;
  };

  [[nodiscard]] FoundVariant chosen_in(const Window& window) const;
  void read(const Workload& workload, const FoundVariant& variant);
  void heading(Ui& ui);
  void choices(const Window& window, const FoundVariant& now);
  void buttons(const Ui& ui, const FoundVariant& now);

  std::string stage_, id_;  ///< of the variant that was chosen; empty: the one that computes
  std::optional<FoundVariant> start_;
  const Variant* read_ = nullptr;  ///< the variant whose files are shown
  std::string_view file_;          ///< the text of its own file
  std::vector<Shown> shown_;
};

}  // namespace heteroscope
