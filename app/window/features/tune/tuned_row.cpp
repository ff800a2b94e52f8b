#include "app/window/features/tune/tuned_row.hpp"

#include <fmt/format.h>

#include <string>

#include "app/text/format.hpp"
#include "app/text/table.hpp"
#include "app/tune/kept.hpp"
#include "app/window/model/window_model.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/failure.hpp"
#include "core/device/device.hpp"

namespace heteroscope {
namespace {

/// Returns the kept result for the present problem; null: none is kept, or the parameters cannot be bound.
const TunedWinner* winner_for(const WindowModel& model, const TunedWinners* winners) {
  const TunedWinner* out = nullptr;
  if (winners == nullptr) return out;
  const Failure unbound =
      attempt([&] { out = winners->find(tuned_for(model.settings(), model.catalog, device::all())); });
  return unbound ? nullptr : out;
}

std::string about(const TunedWinner& winner) {
  std::string out =
      fmt::format("Found by a search on {}: {}, {}.", winner.date_utc.substr(0, 10), winner.text, format_ms(winner.ms));
  if (winner.usual_ms && winner.ms > 0) {
    out += fmt::format(" The settings before that took {}: {}.", format_ms(*winner.usual_ms),
                       times_as(*winner.usual_ms / winner.ms, "long"));
  }
  return out;
}

}  // namespace

void tuned_row(Ui& ui, WindowModel& model, const TunedWinners* winners) {
  row(ui, "Fastest");
  const TunedWinner* const winner = winner_for(model, winners);
  const float whole = ImGui::GetContentRegionAvail().x;
  const float search = ui.units(28);
  if (winner == nullptr) {
    if (wide_button("Search")) ui.ask(action::toggle_tune);
    help(ui, "Searches variants, threads, blocks, memory kinds and tunables for the fastest combination.",
         action::toggle_tune);
    return;
  }
  Settings with = model.settings();
  use_tuned(with, winner->execution);
  const bool used = with.execution == model.settings().execution;
  const float width = whole - search - ui.units(6);
  const std::string words = shortened((used ? "in use: " : "Use ") + winner->text, width - ui.units(12));
  ImGui::BeginDisabled(used);
  if (ImGui::Button((words + "###use tuned").c_str(), {width, 0})) *model.edit() = with;
  ImGui::EndDisabled();
  help(ui, about(*winner));
  ImGui::SameLine(0, ui.units(6));
  if (ImGui::Button("…", {search, 0})) ui.ask(action::toggle_tune);
  help(ui, "Searches again.", action::toggle_tune);
}

}  // namespace heteroscope
