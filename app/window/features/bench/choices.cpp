#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/analysis/claims/published.hpp"
#include "app/text/format.hpp"
#include "app/window/features/bench/bench_feature.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/widgets/buttons_in_turn.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/plural.hpp"
#include "kernels/suites.hpp"

/// The left part of the bench's page, in which a person chooses a suite, a scene and the effort.
namespace heteroscope {
namespace {

void dim_words(const Ui& ui, const std::string& words) {
  colored_words(ui.theme().dim, words);
}

std::string name_of_present(const WindowModel& model) {
  return fmt::format("this workload: {}", model.workload->label);
}

constexpr std::string_view about_present =
    "All variants of the workload in the window, with its present parameters and size.";

/// "Each row is measured for 0.5 s, or until its median is known to within 1 %."
std::string about_care(BenchCare care, const Collection* collection) {
  const BenchEffort effort = effort_of(care, collection != nullptr ? effort_of(*collection) : BenchEffort{});
  if (effort.all_ms) {
    return fmt::format("All rows together are measured for about {} s; a slow row gets fewer runs, but at least one.",
                       1e-3 * *effort.all_ms);
  }
  const SamplingEffort& sampling = effort.sampling;
  return fmt::format("Each row is measured for {} s, or until its median is known to within {} %.",
                     1e-3 * sampling.budget_ms, 100 * sampling.within);
}

}  // namespace

void BenchFeature::suites_list(const Ui& ui, const WindowModel& model) {
  const auto line = [&](const std::string& id, const std::string& name, std::string_view about) {
    const std::string shown = shortened(name, ImGui::GetContentRegionAvail().x);
    const bool chosen = choice_.suite == id;
    if (ImGui::Selectable(fmt::format("{}##{}", shown, id).c_str(), chosen) && !chosen)
      choice_ = {.suite = id, .scene = {}, .care = choice_.care};
    if (chosen && ImGui::IsWindowAppearing()) ImGui::SetScrollHereY();
    help(ui, about);
  };
  line("", name_of_present(model), about_present);
  for (const Collection* each : collections())
    line(std::string(each->id), std::string(each->id), capitalized(each->summary));
  for (const Suite* each : suites()) line(std::string(each->id), std::string(each->id), words_of(*each));
}

/// Draws the list of suites. It is scrolled where it would leave too little room for what stands below it, so that the
/// button that starts is seen without scrolling.
void BenchFeature::suites_in_room(const Ui& ui, const WindowModel& model) {
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float all = static_cast<float>(1 + collections().size() + suites().size()) * line;
  const float room = ImGui::GetContentRegionAvail().y - below_list_ - ui.units(8);
  ImGui::BeginChild("suites", {0, std::clamp(room, 4 * line, all)}, false, ImGuiWindowFlags_NoSavedSettings);
  suites_list(ui, model);
  ImGui::EndChild();
}

void BenchFeature::suites_combo(const Ui& ui, const WindowModel& model) {
  row(ui, "Suite", narrow_label);
  if (!begin_combo(ui, "##suite", choice_.suite.empty() ? name_of_present(model) : choice_.suite))
    return help(ui, "What is measured: a suite, a collection of suites, or this workload's variants.");
  suites_list(ui, model);
  ImGui::EndCombo();
}

void BenchFeature::about_suite(const Ui& ui) const {
  const Suite* const suite = suite_of(choice_);
  const Collection* const collection = collection_of(choice_);
  dim_words(ui, suite != nullptr        ? words_of(*suite)
                : collection != nullptr ? capitalized(collection->summary)
                                        : std::string(about_present));
  const Published* const published = suite == nullptr ? nullptr : published_of(*suite);
  if (published == nullptr || published->title.empty()) return;
  dim_words(ui, fmt::format("Published in {}.", with_titles(published->title)));
  if (!published->claims.empty()) {
    dim_words(ui, fmt::format("{} checked against the rows that are measured here.",
                              plural(published->claims.size(), "conclusion")));
  }
}

void BenchFeature::scenes(const Ui& ui) {
  const Suite* const suite = suite_of(choice_);
  if (suite == nullptr || suite->scenes.empty()) return;
  row(ui, "Scene", narrow_label);
  if (!begin_combo(ui, "##scene", choice_.scene.empty() ? "all" : choice_.scene))
    return help(ui, "The problem of the suite that is measured.");
  if (heteroscope::choice(ui, "all", choice_.scene.empty(), {}, "All scenes of the suite.")) choice_.scene.clear();
  for (const SuiteScene& each : suite->scenes) {
    const std::string id(each.id);
    if (heteroscope::choice(ui, id.c_str(), choice_.scene == id, {}, {})) choice_.scene = id;
  }
  ImGui::EndCombo();
}

/// Says how many rows there are, how long they take, and which of them cannot be measured here.
void BenchFeature::outlook_lines(const Ui& ui, const WindowModel& model) const {
  if (outlook_.line != asked_line_ || (outlook_.of == nullptr && outlook_.failure.empty())) {
    dim_words(ui, "checking what can be measured here …");
    return;
  }
  if (outlook_.of == nullptr) {
    colored_words(ui.theme().error, outlook_.failure);
    return;
  }
  const BenchOutlook& of = *outlook_.of;
  if (of.rows.empty()) {
    ImGui::TextWrapped("None of its rows can be measured here:");
  } else {
    ImGui::TextWrapped("%s", fmt::format("{}, about {}.", plural(of.rows.size(), "row"),
                                         rough_time(rough_seconds(of, choice_.care, model.catalog)))
                                 .c_str());
  }
  for (const Skipped& each : of.skipped)
    dim_words(ui, fmt::format("{} cannot be measured: {}", plural(each.rows, "row"), each.reason));
}

std::string BenchFeature::why_no_start() const {
  if (outlook_.line != asked_line_) return "It is not known yet what can be measured here.";
  if (outlook_.of == nullptr) return outlook_.failure;
  return outlook_.of->rows.empty() ? "None of its rows can be measured here." : "";
}

void BenchFeature::start_button(const Ui& ui) {
  const float half = (ImGui::GetContentRegionAvail().x - ui.units(6)) / 2;
  const ButtonsInTurn buttons{.left = "Start", .right = "Stop", .left_width = half, .right_width = half};
  if (running()) {
    ImGui::BeginDisabled(stopping_);
    if (button_in_turn(ui, buttons, ButtonPlace::right)) stop();
    ImGui::EndDisabled();
    help(ui, "Stops after the present run. Rows that have been measured stay.");
    return;
  }
  const std::string why_not = why_no_start();
  ImGui::BeginDisabled(!why_not.empty());
  if (button_in_turn(ui, buttons, ButtonPlace::left)) start();
  ImGui::EndDisabled();
  help(ui, why_not.empty() ? "Measures in the background. Repeated computing (R) is paused meanwhile. Using the window "
                             "disturbs the times: rows that were measured during it are marked."
                           : std::string_view(why_not));
}

void BenchFeature::choices(Ui& ui, const WindowModel& model, bool with_list) {
  if (with_list) {
    suites_in_room(ui, model);
    ImGui::Spacing();
  } else {
    suites_combo(ui, model);
  }
  const float begin = ImGui::GetCursorPosY();
  about_suite(ui);
  ImGui::Spacing();
  scenes(ui);
  int care = static_cast<int>(choice_.care);
  const ImU32 on = ui.theme().dim;
  std::vector<Segment> segments;
  const std::array names{"quick", "normal", "thorough"};
  const auto about = [&](BenchCare each) { return about_care(each, collection_of(choice_)); };
  const std::array abouts{about(BenchCare::quick), about(BenchCare::normal), about(BenchCare::thorough)};
  for (std::size_t i = 0; i < names.size(); ++i) segments.push_back({names[i], on, {}, abouts[i]});
  if (segmented(ui, "care", care, segments)) choice_.care = static_cast<BenchCare>(care);
  ImGui::Spacing();
  start_button(ui);
  ImGui::BeginDisabled(outlook_.of == nullptr);
  if (wide_button("Copy as command") && outlook_.of != nullptr) {
    ImGui::SetClipboardText(command_of(outlook_.line, choice_.care).c_str());
    ui.say("Copied: the command line");
  }
  ImGui::EndDisabled();
  help(ui, "Copies the command line that measures the same rows.");
  ImGui::Spacing();
  outlook_lines(ui, model);
  if (with_list) below_list_ = ImGui::GetCursorPosY() - begin;
}

}  // namespace heteroscope
