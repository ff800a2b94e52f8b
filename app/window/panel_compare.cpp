#include <fmt/format.h>

#include <cmath>

#include "app/window/format.hpp"
#include "app/window/panels.hpp"
#include "app/window/widgets.hpp"

namespace heteroscope {
namespace {

void with_row(State& state) {
  Comparison& comparison = state.comparison;
  row(state, "With", narrow_label);
  int chosen = static_cast<int>(comparison.with);
  const ImU32 on = state.theme().dim;
  const std::string no_kept = comparison.kept == nullptr ? "Keep a picture first (key K)." : "";
  if (segmented(state, "with", chosen,
                {{"off", on, {}, "Show the picture (key D goes round)."},
                 {"reference", on, {}, "The sequential CPU variant at the same parameters, size and precision."},
                 {"A", on, no_kept, "The picture that was kept."}})) {
    comparison.with = static_cast<CompareWith>(chosen);
  }
}

void style_row(State& state) {
  const bool off = state.comparison.with == CompareWith::nothing;
  row(state, "Show", narrow_label, off);
  const std::string why_not = off ? "Choose what to compare with first (key D)." : "";
  int chosen = off ? -1 : static_cast<int>(state.comparison.style);
  const ImU32 on = state.theme().dim;
  if (segmented(
          state, "style", chosen,
          {{"mask", on, why_not, "White where values differ, black where they are equal."},
           {"heat", on, why_not, "The size of the difference, from black to its largest."},
           {"wipe", on, why_not, "The other picture on the left of a divider, this one on the right: drag it."}})) {
    state.comparison.style = static_cast<CompareStyle>(chosen);
  }
}

void figures(const State& state) {
  const Comparison& comparison = state.comparison;
  const std::string none = "–";
  const bool there = comparison.result && comparison.result->error.empty();
  const Diff diff = there ? comparison.result->diff : Diff{};
  const bool equal = there && diff.equal();
  value_row(state, "Differing pixels", there ? format_count(diff.differing) : none,
            there && !equal ? state.theme().error : state.theme().text);
  value_row(state, "Largest error", there ? format_short(diff.max_error, 5) : none);
  value_row(state, "Mean error", there ? format_short(diff.mean_error, 5) : none);
  value_row(state, "PSNR",
            !there                     ? none
            : std::isinf(diff.psnr_db) ? "infinite"
                                       : fmt::format("{:.2f} dB", diff.psnr_db));
  if (!comparison.why_not.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, state.theme().notice);
    ImGui::TextWrapped("%s", comparison.why_not.c_str());
    ImGui::PopStyleColor();
  }
}

}  // namespace

void compare_panel(State& state) {
  if (!section(state, "Compare")) return;
  with_row(state);
  style_row(state);
  if (state.comparison.with != CompareWith::nothing) figures(state);
  if (wide_button(state.comparison.kept == nullptr ? "Keep this picture as A" : "Keep this picture as A instead")) {
    state.ask(Action::keep);
  }
  help(state, "A stays until another is kept: change something, then compare with it (key K).");
}

}  // namespace heteroscope
