#include "app/window/features/problem/panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "app/text/format.hpp"
#include "app/window/feature/setting_rows.hpp"
#include "app/window/features/disks/disks_feature.hpp"
#include "app/window/features/files/open_file.hpp"
#include "app/window/features/problem/parameter_rows.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/stepper.hpp"
#include "app/window/model/times/iterating.hpp"
#include "app/window/model/views/switching.hpp"
#include "app/window/model/window.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/source.hpp"

namespace heteroscope {
namespace {

const Workload* live_source(const WindowModel& model) {
  for (const Workload* each : model.catalog) {
    if (each->serves_as_source && each->id == model.settings().problem.source.id) return each;
  }
  return nullptr;
}

std::string live_label(const Workload& workload) {
  return std::string(workload.label) + " (live)";
}

std::string file_label(const std::string& file) {
  return std::filesystem::path(file).filename().string();
}

std::string present_label(const WindowModel& model) {
  const Source& source = model.settings().problem.source;
  if (const Workload* live = live_source(model)) return live_label(*live);
  if (const Pattern* pattern = find_pattern(source.id)) return std::string(pattern->label);
  return file_label(source.file);
}

void choose(WindowModel& model, Source source) {
  *model.edit() = with_source(model.settings(), std::move(source), model.sources, model.catalog);
}

void choose_file(Ui& ui, WindowModel& model, const std::string& file) {
  try {
    *model.edit() = with_image_file(file, model.settings(), model.sources, model.catalog);
  } catch (const BadInput& wrong) {
    ui.fail(wrong.what());
  }
}

void file_choices(Ui& ui, WindowModel& model) {
  const std::vector<std::string> files = model.sources.files;  // choosing one changes their order
  ImGui::Separator();
  for (const std::string& file : files) {
    ImGui::PushID(file.c_str());
    const bool selected = model.settings().problem.source.file == file;
    if (choice(ui, file_label(file).c_str(), selected, {}, file)) choose_file(ui, model, file);
    ImGui::PopID();
  }
  const std::string opens = with_keys(ui, "Opens a picture or a .npy file by its name.", action::choose_source);
  if (choice(ui, "Open …", false, {}, opens)) ui.ask(action::choose_source);
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TextUnformatted("or drop a file on the window");
  ImGui::PopStyleColor();
}

void source_row(Ui& ui, WindowModel& model) {
  row(ui, "Source");
  if (!begin_combo(ui, "##source", present_label(model), ImGuiComboFlags_HeightLargest)) {
    const std::string& file = model.settings().problem.source.file;
    help(ui, (file.empty() ? "" : file + "\n") +
                 with_keys(ui, "The image that is computed on. Choose a file here, or drop one on the window.",
                           action::choose_source));
    return;
  }
  const std::string present = model.settings().problem.source.id;
  for (const Workload* each : model.catalog) {
    if (!each->serves_as_source) continue;
    const std::string id(each->id);
    if (choice(ui, live_label(*each).c_str(), present == id, {},
               "Computed for each view: zoom and pan, and the result follows.")) {
      choose(model, {.id = id});
    }
  }
  ImGui::Separator();
  for (const Pattern& each : patterns()) {
    const std::string id(each.id);
    if (choice(ui, std::string(each.label).c_str(), present == id, {}, each.help)) {
      choose(model, {.id = id, .number = each.initial});
    }
  }
  file_choices(ui, model);
  ImGui::EndCombo();
}

void number_row(const Ui& ui, WindowModel& model, const Pattern& pattern) {
  if (pattern.number_label.empty()) return;
  std::string label(pattern.number_label);
  label.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(label.front())));
  row(ui, label.c_str());
  double number = model.settings().problem.source.number;
  if (number_field("##number", number)) {
    const double held = std::clamp(number, pattern.minimum, pattern.maximum);
    model.edit()->problem.source.number = pattern.whole ? std::round(held) : held;
  }
  help(ui, fmt::format("{}\nFrom {} to {}. Press Enter to apply.", pattern.help, format_short(pattern.minimum, 6),
                       format_short(pattern.maximum, 6)));
}

void size_row(const Window& window) {
  const bool known = window.view.frame != nullptr &&
                     window.view.frame->plan.settings.problem.source == window.model.settings().problem.source;
  const Size size = known ? window.view.frame->plan.input.size : Size{};
  row(window.ui, "Size");
  ImGui::TextUnformatted(known ? fmt::format("{} × {}", size.width, size.height).c_str() : "–");
  help(window.ui, "Columns and rows of the source. A dash: it has not been read yet.");
}

/// Draws the row that chooses which channel of a color file is read.
void channel_row(const Window& window) {
  const auto& frame = window.view.frame;
  const bool known = frame != nullptr && frame->plan.settings.problem.source == window.model.settings().problem.source;
  if (!known || !frame->plan.source_has_colors) return;
  const std::array channel{&find_setting("channel")};
  for (const SettingRow& each : rows_of(window.model, channel)) setting_row(window.ui, window.model, each);
}

/// Draws the row that shows how large the picture's pixels are on the screen.
void magnification_row(const Window& window) {
  const auto zoom = magnification(window);
  if (!zoom) return;
  row(window.ui, "Shown at");
  ImGui::TextUnformatted(fmt::format("{} %", format_short(100 * *zoom, *zoom < 0.1 ? 2 : 3)).c_str());
  help(window.ui, "Screen pixels for each pixel of the picture, along a side: 100 % is one to one.");
  ImGui::SameLine();
  if (ImGui::SmallButton("1:1")) window.ui.ask(action::one_to_one);
  help(window.ui, "Shows one pixel of the picture on each screen pixel.", action::one_to_one);
  ImGui::SameLine();
  if (ImGui::SmallButton("Fit")) window.ui.ask(action::fit);
  help(window.ui, "Shows the whole picture.", action::fit);
}

/// Draws rows of parameters. Colors that follow the view follow one that is typed, too.
void rows_of_values(const Window& window, const Workload& workload, Values& (*of)(Problem&), KeptViews& kept) {
  const Values before = of(window.model.edit()->problem);
  parameter_rows(window, workload, of(window.model.edit()->problem), kept);
  if (of(window.model.edit()->problem) == before) return;
  Settings earlier = window.model.settings();
  of(earlier.problem) = before;
  // an error in the values is shown by the refusal
  attempt(
      [&] { follow_look(*window.model.edit(), natural_look(earlier, window.model.catalog), window.model.catalog); });
}

/// Draws the rows that choose the source of the image, and those of the chosen source.
void source_rows(const Window& window, KeptViews& kept) {
  if (const std::string why_not = why_no_source(window.model.settings(), *window.model.workload); !why_not.empty()) {
    row(window.ui, "Source", wide_label, true);
    ImGui::BeginDisabled();
    if (begin_combo(window.ui, "##source", present_label(window.model))) ImGui::EndCombo();
    ImGui::EndDisabled();
    help(window.ui, why_not);
    return;
  }
  source_row(window.ui, window.model);
  if (const Pattern* pattern = find_pattern(window.model.settings().problem.source.id)) {
    number_row(window.ui, window.model, *pattern);
  } else if (const Workload* live = live_source(window.model)) {
    if (subsection(window.ui, "Source parameters")) {
      rows_of_values(
          window, *live, [](Problem& problem) -> Values& { return problem.source.values; }, kept);
      ImGui::Separator();
    }
  } else {
    size_row(window);
    channel_row(window);
  }
  magnification_row(window);
}

}  // namespace

void ProblemFeature::panel(const Window& window) {
  if (!section(window.ui, "Problem")) return;
  if (window.model.workload->image) source_rows(window, kept_);
  rows_of_values(
      window, *window.model.workload, [](Problem& problem) -> Values& { return problem.parameters; }, kept_);
  disks_row(window.ui, window.model);
}

void ProblemFeature::offer(const Window& window, std::vector<Offer>& to) {
  for (const Workload* const each : window.model.catalog) {
    const auto take = [each](const Window& taking) {
      WindowModel& model = taking.model;
      model.chosen = with_workload(model.settings(), *each, model.sources, model.catalog);
      open_playing(model, *each);
    };
    const bool shown = each == window.model.workload;
    to.push_back(
        {std::string(each->label), "workload", shown ? "it is already shown" : "", take, std::string(each->id)});
  }
  for (const Parameter& each : window.model.workload->parameters) offer_label(std::string(each.label), "Problem", to);
}

}  // namespace heteroscope
