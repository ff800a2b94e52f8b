#include "app/window/features/productions/order_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/window/features/productions/queue_feature.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/io/extension.hpp"

namespace heteroscope {

void OrderedFile::set(const std::string& name) {
  name_ = {};
  std::copy_n(name.begin(), std::min(name.size(), name_.size() - 1), name_.begin());
}

void OrderedFile::name_anew(const Ui& ui, const std::vector<std::filesystem::path>& ordered,
                            const std::string& workload, const std::string& what, const std::string& extension) {
  const std::string stem = fmt::format("heteroscope-{}-{}", workload, what);
  set(free_path(ui.export_folder, stem, extension, ordered).filename().string());
}

std::string OrderedFile::extension() const {
  return extension_of(name_.data());
}

std::filesystem::path OrderedFile::path(const Ui& ui) const {
  return (ui.export_folder / name_.data()).lexically_normal();
}

void OrderedFile::format_row(const Ui& ui, std::span<const OrderFormat> formats,
                             std::span<const std::string> refusals) {
  row(ui, "Format", order_label_units);
  help_of_name(ui, "The kind of file that is written.");
  int chosen = -1;
  std::vector<Segment> segments;
  const std::string now = extension();
  for (std::size_t i = 0; i < formats.size(); ++i) {
    if (now == formats[i].extension) chosen = static_cast<int>(i);
    segments.push_back({formats[i].label, ui.theme().dim, i < refusals.size() ? refusals[i] : "", formats[i].about});
  }
  if (!segmented(ui, "formats", chosen, segments)) return;
  std::filesystem::path name(name_.data());
  set(name.replace_extension(formats[static_cast<std::size_t>(chosen)].extension).string());
}

void OrderedFile::name_rows(const Ui& ui) {
  row(ui, extension().empty() ? "Folder" : "File", order_label_units);
  ImGui::InputText("##file", name_.data(), name_.size());
  help(ui, "A name in the folder shown below, or a path. No file is overwritten.");
  row(ui, "", order_label_units);
  const std::string folder = path(ui).parent_path().string();
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TextUnformatted(end_of("in " + folder, room).c_str());
  ImGui::PopStyleColor();
  help(ui, folder);
}

void order_heading(Ui& ui, const char* title, Action opened_by, const std::string& about) {
  push_font(ui.fonts.strong);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(title);
  ImGui::PopFont();
  const float close = ui.units(54);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - close);
  if (ImGui::Button("Close", {close, 0})) ui.ask(opened_by);
  colored_words(ui.theme().dim, about);
  ImGui::Spacing();
}

bool whole_field(const Ui& ui, const char* id, int& value, double units) {
  constexpr double most = 2147483647;
  double typed = value;
  ImGui::SetNextItemWidth(ui.units(units));
  if (!number_field(id, typed)) return false;
  value = static_cast<int>(std::clamp(std::round(typed), 1.0, most));
  return true;
}

void size_rows(const Ui& ui, const FrameView& view, Size& size, std::span<const SizePreset> presets) {
  constexpr double field = 86;
  row(ui, "Size", order_label_units);
  help_of_name(ui, "Columns and rows of pixels. Choose a usual size, or type one below.");
  int chosen = -1;
  std::vector<Segment> segments;
  std::vector<std::string> abouts;
  for (const SizePreset& each : presets)
    abouts.push_back(fmt::format("{} × {} pixels.", each.size.width, each.size.height));
  for (std::size_t i = 0; i < presets.size(); ++i) {
    if (presets[i].size == size) chosen = static_cast<int>(i);
    segments.push_back({presets[i].label, ui.theme().dim, {}, abouts[i]});
  }
  if (segmented(ui, "presets", chosen, segments)) size = presets[static_cast<std::size_t>(chosen)].size;
  row(ui, "", order_label_units);
  whole_field(ui, "##width", size.width, field);
  ImGui::SameLine(0, ui.units(6));
  ImGui::TextUnformatted("×");
  ImGui::SameLine(0, ui.units(6));
  whole_field(ui, "##height", size.height, field);
  ImGui::SameLine(0, ui.units(10));
  const int seen = height_as_seen(size.width, view.area.size);
  ImGui::BeginDisabled(seen == size.height);
  if (ImGui::Button("Height of the view")) size.height = seen;
  ImGui::EndDisabled();
  help(ui, "Sets the height at which the poster shows exactly what the window shows.");
  row(ui, "", order_label_units);
  colored_words(ui.theme().dim, cut_text(size, view.area.size));
}

void fixed_size_row(const Ui& ui, std::optional<Size> size, const std::string& why) {
  row(ui, "Size", order_label_units);
  help_of_name(ui, "Columns and rows of pixels.");
  ImGui::TextUnformatted(size ? fmt::format("{} × {}", size->width, size->height).c_str() : "–");
  row(ui, "", order_label_units);
  colored_words(ui.theme().dim, why);
}

void order_buttons(Ui& ui, QueueFeature& queue, const OrderUse& use) {
  ImGui::BeginDisabled(!use.why_not.empty());
  if (wide_button("Order", ui.units(120))) queue.order(use.order(), ui);
  ImGui::EndDisabled();
  help(ui,
       use.why_not.empty() ? "Adds it to the queue; it is made in the background, after earlier orders." : use.why_not);
  ImGui::SameLine(0, ui.units(8));
  ImGui::BeginDisabled(!use.why_no_command.empty());
  if (wide_button("Copy as command", ui.units(150))) {
    ImGui::SetClipboardText(use.command().c_str());
    ui.say("Copied: the command line");
  }
  ImGui::EndDisabled();
  help(ui, use.why_no_command.empty() ? "Copies the command line that makes the same." : use.why_no_command);
}

}  // namespace heteroscope
