// The section Compare.
#include "app/window/features/compare/compare_feature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/text/format.hpp"
#include "app/window/feature/under_mouse.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/comparing.hpp"
#include "app/window/model/times/iterating.hpp"
#include "app/window/widgets/color_bar.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

void with_row(const Ui& ui, WindowModel& model) {
  Comparison& comparison = model.comparison;
  row(ui, "With", narrow_label);
  help_of_name(ui, "What this picture is compared with.");
  const ImU32 on = ui.theme().dim;
  const KeptPicture* const kept = comparison.kept.chosen();
  const std::string no_kept = kept == nullptr ? with_keys(ui, "Keep a picture first.", action::keep) : "";
  const std::string letter = kept != nullptr ? kept->name() : "A";
  std::vector<CompareWith> choices{CompareWith::nothing, CompareWith::reference, CompareWith::kept};
  const std::string off =
      fmt::format("The picture itself. {} steps through the comparisons.", keys_of(ui, action::cycle_compare));
  const std::string input = with_keys(ui, "The image from which the result was computed.", action::toggle_input);
  std::vector<Segment> segments{
      {"off", on, {}, off},
      {"reference", on, {}, "The result of the sequential CPU variant, with the same parameters, size and precision."},
      {letter.c_str(), on, no_kept, "The kept picture that is chosen below."}};
  if (reads_source(model.settings(), *model.workload)) {
    const std::string shown = model.workload->gives_numbers() ? "The window shows the input already." : "";
    choices.insert(choices.begin() + 1, CompareWith::input);
    segments.insert(segments.begin() + 1, {"input", on, shown, input});
  }
  int chosen = static_cast<int>(std::ranges::find(choices, comparison.with) - choices.begin());
  if (segmented(ui, "with", chosen, segments)) compare_with(comparison, choices[static_cast<std::size_t>(chosen)]);
}

std::string why_no_style(const Ui& ui, const WindowModel& model) {
  if (model.comparison.with == CompareWith::nothing)
    return with_keys(ui, "First choose what to compare with.", action::cycle_compare);
  return model.workload->gives_numbers() ? "The result is numbers, not a picture: the figures below compare them." : "";
}

void style_row(const Ui& ui, WindowModel& model) {
  const std::string why_not = why_no_style(ui, model);
  row(ui, "Show", narrow_label, !why_not.empty());
  help_of_name(ui, why_not.empty() ? "How the two pictures are compared." : std::string_view(why_not));
  const std::string no_pairs = !why_not.empty() ? why_not : model.comparison.why_not;
  int chosen = why_not.empty() ? static_cast<int>(model.comparison.style) : -1;
  const ImU32 on = ui.theme().dim;
  if (segmented(ui, "style", chosen,
                {{"mask", on, no_pairs, "White where values differ, black where they are equal."},
                 {"heat", on, no_pairs, "The size of the difference as a color: black where there is none."},
                 {"wipe", on, why_not, "The other picture left of a divider, this one right of it. Drag the divider."},
                 {"side", on, why_not, "The other picture in the left half, this one in the right half."}})) {
    model.comparison.style = static_cast<CompareStyle>(chosen);
  }
}

/// The value of what is compared with at the same place.
void compared_rows(const Window& window) {
  const Readout& at = window.view.readout;
  const CompareWith with = window.model.comparison.wanted();
  if (with == CompareWith::nothing || with == CompareWith::input || window.model.workload->gives_numbers()) return;
  const std::string name = window.model.comparison.name_of(with);
  const bool with_other = at.other.has_value() || !at.inside;
  const bool there = at.inside && at.other && !shows_earlier_save(window.ui, window.view);
  value_row(window.ui, ("Value of " + name).c_str(), there ? shown_value(*at.other) : "–");
  const std::string computed = with_other ? "" : " A dash: it is not computed yet, or has another size.";
  help(window.ui, under_mouse(at, "The value of " + name + " under the cursor." + computed));
  value_row(window.ui, "Difference", there && at.value ? shown_value(*at.value - *at.other) : "–");
  help(window.ui, under_mouse(at, "This picture's value minus that of " + name + "." + computed));
}

/// Draws why there is no result, in a room that stays free where nothing is to be said: remarks come and go with
/// frames.
void remark(const Window& window, const Comparison& comparison) {
  const std::string& words = comparison.why_not.empty() ? comparison.written.why_not : comparison.why_not;
  words_in_room(3, [&] {
    if (!words.empty()) colored_words(window.ui.theme().notice, words);
  });
}

void comparison_figures(const Window& window) {
  const Comparison& comparison = window.model.comparison;
  const std::string none = "–";
  const CompareResult* const result = comparison.told_result(window.ui.now_s);
  const bool there = result != nullptr && result->error.empty() && !shows_earlier_save(window.ui, window.view);
  const bool unwritten = there && comparison.written.unwritten > 0;
  const Diff diff = there ? result->diff : Diff{};
  const bool equal = there && diff.equal();
  const bool unwanted = comparison.with != CompareWith::input;
  value_row(window.ui, window.model.workload->gives_numbers() ? "Differing bins" : "Differing pixels",
            there ? fmt::format("{} ({})", format_count(diff.differing), differing_share(diff)) : none,
            diff.beyond > 0 && unwanted ? window.ui.theme().error : window.ui.theme().text);
  const bool tolerated = there && comparison.with == CompareWith::reference && !equal && diff.beyond == 0;
  const std::string no_value =
      there ? "" : "A dash: one of the two pictures is not there yet, or they cannot be compared.";
  help(window.ui, tolerated ? "Small differences are expected: this variant adds in another order than the reference, "
                              "or rounds differently. All differences are within the tolerance for that."
                            : no_value);
  value_row(window.ui, "Verdict",
            !there      ? none
            : unwritten ? "not fully written"
            : equal     ? "equal"
            : tolerated ? "within tolerance"
                        : "different",
            unwritten ? window.ui.theme().error : window.ui.theme().text);
  help(window.ui,
       unwritten ? fmt::format("This picture's values are right, but {} of them only by chance. Your file also "
                               "computed into memory that had been filled with NaN, and these values came out wrong: "
                               "the file did not write them, or computed them from memory that it had not written.",
                               format_count(comparison.written.unwritten))
                 : no_value);
  const std::string what = unwanted ? "error" : "difference";
  value_row(window.ui, ("Largest " + what).c_str(), there ? format_short(diff.max_error, 5) : none);
  help(window.ui, no_value);
  value_row(window.ui, ("Mean " + what).c_str(), there ? format_short(diff.mean_error, 5) : none);
  help(window.ui, no_value);
  value_row(window.ui, "PSNR",
            !there                     ? none
            : std::isinf(diff.psnr_db) ? "infinite"
                                       : fmt::format("{:.2f} dB", diff.psnr_db));
  help(window.ui, there ? "Peak signal-to-noise ratio: the larger it is, the less the pictures differ." : no_value);
  const bool has_bar = there && !equal && std::isfinite(diff.max_error);
  if (comparison.style == CompareStyle::heat && !has_bar) ImGui::Dummy({0, color_bar_height(window.ui)});
  if (comparison.style == CompareStyle::heat && has_bar) {
    ColorMap map;
    map.high = diff.max_error;
    const auto& at = window.view.readout;
    const bool marked = at.inside && at.value && at.other;
    color_bar(window.ui, map, find_palette(heat_palette), least_heat,
              marked ? std::optional(std::abs(*at.value - *at.other)) : std::nullopt);
    help(window.ui, "The size of the difference; black where there is none.");
  }
  remark(window, comparison);
}

/// Draws a line for each kept picture: a click on it compares with it, "show" restores its settings, "×" forgets it.
void kept_rows(const Ui& ui, WindowModel& model) {
  Comparison& comparison = model.comparison;
  const ImGuiStyle& style = ImGui::GetStyle();
  const float buttons =
      ImGui::CalcTextSize("show").x + ImGui::CalcTextSize("×").x + 4 * style.FramePadding.x + 2 * style.ItemSpacing.x;
  const float words = ImGui::GetContentRegionAvail().x - buttons;
  std::optional<char> dropped;
  for (const KeptPicture& each : comparison.kept.all()) {
    ImGui::PushID(each.letter);
    const bool on = comparison.with == CompareWith::kept && comparison.kept.chosen() == &each;
    if (ImGui::Selectable(shortened(each.name() + ": " + each.made_by, words).c_str(), on, 0, {words, 0})) {
      const char letter = each.letter;
      if (on) {
        comparison.turn_off();
      } else {
        comparison.kept.choose(letter);
        comparison.with = CompareWith::kept;
      }
    }
    help(ui, each.name() + ": " + each.about + ". Click to compare with it, click again to stop.");
    ImGui::SameLine();
    if (ImGui::SmallButton("show")) {
      Settings settings = each.frame->plan.settings;
      settings.look = model.settings().look;
      model.chosen = std::move(settings);
    }
    help(ui, "Restores the settings that it was made with, so that any two pictures can be compared.");
    ImGui::SameLine();
    if (ImGui::SmallButton("×")) dropped = each.letter;
    help(ui, "Forgets the kept picture " + each.name() + ".");
    ImGui::PopID();
  }
  if (dropped) drop_kept(comparison, *dropped);
}

}  // namespace

void CompareFeature::panel(const Window& window) {
  if (!section(window.ui, "Compare")) return;
  with_row(window.ui, window.model);
  style_row(window.ui, window.model);
  if (wide_button("Keep this picture")) window.ui.ask(action::keep);
  help(window.ui,
       fmt::format("Up to {} pictures are kept, each with a letter. Change something, then compare with them.",
                   KeptPictures::most),
       action::keep);
  kept_rows(window.ui, window.model);
  // below what is clicked: this comes with a choice above
  if (window.model.comparison.with == CompareWith::nothing) return;
  compared_rows(window);
  comparison_figures(window);
}

}  // namespace heteroscope
