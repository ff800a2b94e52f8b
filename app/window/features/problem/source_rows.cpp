#include "app/window/features/problem/source_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/text/format.hpp"
#include "app/window/features/files/open_file.hpp"
#include "app/window/features/problem/parameter_rows.hpp"
#include "app/window/model/iterating.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/error.hpp"
#include "core/model/settings/source.hpp"

namespace heteroscope {
namespace {

const Workload* live_source(const State& state) {
  for (const Workload* each : state.catalog) {
    if (each->serves_as_source && each->id == state.settings.problem.source.id) return each;
  }
  return nullptr;
}

std::string live_label(const Workload& workload) {
  return std::string(workload.label) + " (live)";
}

std::string file_label(const std::string& file) {
  return std::filesystem::path(file).filename().string();
}

std::string present_label(const State& state) {
  const Source& source = state.settings.problem.source;
  if (const Workload* live = live_source(state)) return live_label(*live);
  if (const Pattern* pattern = find_pattern(source.id)) return std::string(pattern->label);
  return file_label(source.file);
}

void choose(State& state, Source source) {
  state.settings = with_source(state.settings, std::move(source), state.sources, state.catalog);
}

void choose_file(State& state, const std::string& file) {
  try {
    state.settings = with_image_file(file, state.settings, state.sources, state.catalog);
  } catch (const BadInput& wrong) {
    state.toasts.fail(wrong.what(), state.now_s);
  }
}

void file_choices(State& state) {
  const std::vector<std::string> files = state.sources.files;  // choosing one changes their order
  ImGui::Separator();
  for (const std::string& file : files) {
    ImGui::PushID(file.c_str());
    const bool selected = state.settings.problem.source.file == file;
    if (choice(state, file_label(file).c_str(), selected, {}, file)) choose_file(state, file);
    ImGui::PopID();
  }
  ImGui::PushStyleColor(ImGuiCol_Text, state.theme().dim);
  ImGui::TextUnformatted("Drop an image or .npy on the window");
  ImGui::PopStyleColor();
}

void source_row(State& state) {
  row(state, "Source");
  if (!begin_combo(state, "##source", present_label(state), ImGuiComboFlags_HeightLargest)) {
    const std::string& file = state.settings.problem.source.file;
    help(state, (file.empty() ? "" : file + "\n") +
                    "Where the image comes from. Drop a file on the window (PNG, JPEG, PGM, .npy) to take that.");
    return;
  }
  const std::string present = state.settings.problem.source.id;
  for (const Workload* each : state.catalog) {
    if (!each->serves_as_source) continue;
    const std::string id(each->id);
    if (choice(state, live_label(*each).c_str(), present == id, {},
               "Computed anew for each view: zoom and pan move it, and the result follows.")) {
      choose(state, {.id = id});
    }
  }
  ImGui::Separator();
  for (const Pattern& each : patterns()) {
    const std::string id(each.id);
    if (choice(state, std::string(each.label).c_str(), present == id, {}, each.help)) {
      choose(state, {.id = id, .number = each.initial});
    }
  }
  file_choices(state);
  ImGui::EndCombo();
}

void number_row(State& state, const Pattern& pattern) {
  if (pattern.number_label.empty()) return;
  std::string label(pattern.number_label);
  label.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(label.front())));
  row(state, label.c_str());
  double number = state.settings.problem.source.number;
  if (number_field("##number", number)) {
    const double held = std::clamp(number, pattern.minimum, pattern.maximum);
    state.settings.problem.source.number = pattern.whole ? std::round(held) : held;
  }
  help(state, fmt::format("{}\nFrom {} to {}. Enter takes the number.", pattern.help, format_short(pattern.minimum, 6),
                          format_short(pattern.maximum, 6)));
}

void size_row(const State& state) {
  const bool known =
      state.frame != nullptr && state.frame->plan.settings.problem.source == state.settings.problem.source;
  const Size size = known ? state.frame->plan.input.size : Size{};
  row(state, "Size");
  ImGui::TextUnformatted(known ? fmt::format("{} × {}", size.width, size.height).c_str() : "–");
}

}  // namespace

void source_rows(State& state) {
  if (const std::string why_not = why_no_source(state.settings, *state.workload); !why_not.empty()) {
    row(state, "Source", wide_label, true);
    ImGui::BeginDisabled();
    if (begin_combo(state, "##source", present_label(state))) ImGui::EndCombo();
    ImGui::EndDisabled();
    help(state, why_not);
    return;
  }
  source_row(state);
  if (const Pattern* pattern = find_pattern(state.settings.problem.source.id)) {
    number_row(state, *pattern);
  } else if (const Workload* live = live_source(state)) {
    if (subsection(state, "Source parameters")) {
      parameter_rows(state, *live, state.settings.problem.source.values);
      ImGui::Separator();
    }
  } else {
    size_row(state);
  }
}

}  // namespace heteroscope
