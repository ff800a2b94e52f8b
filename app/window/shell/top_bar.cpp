#include "app/window/shell/top_bar.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cfloat>
#include <vector>

#include "app/text/format.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/model/stepper.hpp"
#include "app/window/model/times/link_words.hpp"
#include "app/window/model/window.hpp"
#include "app/window/widgets/icon_button.hpp"
#include "app/window/widgets/thumbnail_image.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/processors.hpp"

namespace heteroscope {
namespace {

void entry_line(const Window& window, const ActionEntry& entry) {
  const std::string reason = why_not(entry, window);
  const bool open = window.ui.is_open(entry.action);
  if (ImGui::MenuItem(name_of(entry).c_str(), keys_of(entry).c_str(), open, reason.empty()))
    window.ui.ask(entry.action);
  help(window.ui, reason.empty() ? entry.label : fmt::format("{}\nNot now: {}", entry.label, reason));
}

void offer_line(const Window& window, const Offer& offer) {
  if (ImGui::MenuItem(offer.label.c_str(), nullptr, false, offer.why_not.empty())) offer.take(window);
  if (!offer.why_not.empty()) help(window.ui, offer.why_not);
}

/// Draws the lines under a heading: its actions, then what they lead to.
void lines_under(const Window& window, ActionGroup group) {
  const std::vector<const ActionEntry*> entries = window.ui.action_table->of(group);
  for (const ActionEntry* const each : entries) entry_line(window, *each);
  for (const ActionEntry* const each : entries) {
    if (!each->leads_to) continue;
    ImGui::Separator();
    for (const Offer& offer : each->leads_to(window)) offer_line(window, offer);
  }
}

/// Draws the button Menu of the top bar, with all actions: a submenu for each heading, the keys at the right, in the
/// tooltip of a gray entry the reason, and below the actions what they lead to.
void menu_button(const Window& window) {
  if (ImGui::Button("Menu")) ImGui::OpenPopup("##menu");
  help(window.ui, "All actions, with their keys. They can also be searched for.", action::search);
  ImGui::SetNextWindowPos({ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + window.ui.units(4)});
  if (!ImGui::BeginPopup("##menu")) return;
  for (std::size_t i = 0; i < action_groups; ++i) {
    const auto group = static_cast<ActionGroup>(i);
    if (!ImGui::BeginMenu(heading_of(group))) continue;
    lines_under(window, group);
    ImGui::EndMenu();
  }
  ImGui::EndPopup();
}

void workload_choice(const Ui& ui, WindowModel& model, WelcomeFeature& doors) {
  ImGui::SetNextItemWidth(ui.units(190));
  const std::string label(model.workload->label);
  push_font(ui.fonts.strong);
  ImGui::SetNextWindowSizeConstraints({std::min(ui.units(430), ImGui::GetIO().DisplaySize.x * 0.9F), 0},
                                      {FLT_MAX, FLT_MAX});
  if (!ImGui::BeginCombo("##workload", label.c_str(), ImGuiComboFlags_HeightLargest)) {
    ImGui::PopFont();
    help(ui, model.workload->summary);
    return;
  }
  push_font(ui.fonts.text);  // ImGui requires that a font is popped in the window in which it was pushed
  const ThumbnailIds& pictures = doors.thumbnails();
  for (const Workload* each : model.catalog) {
    const bool taken = thumbnail_line(ui, pictures, each->id, each->label, each->lesson, each == model.workload);
    help(ui, each->summary);
    if (!taken) continue;
    model.chosen = with_workload(model.settings(), *each, model.sources, model.catalog);
    open_playing(model, *each);
  }
  ImGui::PopFont();
  ImGui::EndCombo();
  ImGui::PopFont();
}

void run_button(Ui& ui, const WindowModel& model) {
  const bool in_scope = replays(model);
  const bool running = in_scope ? model.scope.replay.playing : model.running;
  if (running) ImGui::PushStyleColor(ImGuiCol_Button, faded(ui.theme().copies, 0.45F));
  const float mark = ui.units(10);
  const bool iterates = model.workload->iterates();
  const bool moves = in_scope || goes_on(*model.workload);
  const float width = ImGui::CalcTextSize("Pause").x + mark + ui.units(6) + 2 * ImGui::GetStyle().FramePadding.x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight();
  if (ImGui::Button("##run", {width, 0})) ui.ask(action::toggle_run);
  if (running) ImGui::PopStyleColor();
  help(ui,
       in_scope   ? "Replays blocks and chunks in the order in which they ran, or pauses."
       : iterates ? "Computes step after step, or pauses."
       : moves    ? "Lets time run, or pauses."
       : running  ? "Computes the picture again and again, so that the graphs move. Click to stop."
                  : "Computes only when something changes. Click to compute again and again.",
       action::toggle_run);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float x = at.x + ImGui::GetStyle().FramePadding.x;
  const float y = at.y + (height - mark) * 0.5F;
  const ImU32 ink = ui.theme().text;
  if (running) {
    draw.AddRectFilled({x, y}, {x + mark * 0.35F, y + mark}, ink);
    draw.AddRectFilled({x + mark * 0.65F, y}, {x + mark, y + mark}, ink);
  } else {
    draw.AddTriangleFilled({x, y}, {x, y + mark}, {x + mark, y + mark * 0.5F}, ink);
  }
  draw.AddText({x + mark + ui.units(6), at.y + ImGui::GetStyle().FramePadding.y}, ink,
               running ? "Pause"
               : moves ? "Play"
                       : "Run");
}

/// Draws an icon that asks for an action.
void action_icon(const Window& window, const char* id, Icon icon, Action action) {
  const ActionEntry& entry = window.ui.action_table->of(action);
  std::string what = fmt::format("{} ({}).", entry.label, keys_of(entry));
  what.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(what.front())));
  if (icon_button(window.ui, id, icon, what, why_not(entry, window))) window.ui.ask(action);
}

void view_menu(Ui& ui, bool room_for_graphs, bool hidden) {
  if (ImGui::Button("View")) ImGui::OpenPopup("##view");
  help(ui, "Panels, theme, text size, and how far the wheel zooms.");
  // below the button, at its right edge, and never taller than the window
  const ImVec2 corner{ImGui::GetItemRectMax().x, ImGui::GetItemRectMax().y + ui.units(4)};
  ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {1, 0});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, std::max(ImGui::GetIO().DisplaySize.y - corner.y, 1.0F)});
  if (!ImGui::BeginPopup("##view")) return;
  Preferences& preferences = ui.preferences;
  ImGui::MenuItem("Settings on the left", nullptr, &preferences.left);
  ImGui::MenuItem("Results on the right", nullptr, &preferences.right);
  ImGui::MenuItem("Graphs", nullptr, &preferences.graphs, room_for_graphs);
  if (!room_for_graphs) help(ui, "With text of this size the window is too low for graphs below the picture.");
  if (ImGui::MenuItem("Hide all", keys_of(ui, action::toggle_panels).c_str(), hidden)) ui.ask(action::toggle_panels);
  if (ImGui::MenuItem("For a projector", keys_of(ui, action::present).c_str())) ui.ask(action::present);
  ImGui::Separator();
  ImGui::MenuItem("Mark the split on the picture", nullptr, &preferences.split_line);
  ImGui::Separator();
  if (ImGui::MenuItem("Dark", nullptr, preferences.theme == ThemeKind::dark)) preferences.theme = ThemeKind::dark;
  if (ImGui::MenuItem("Light", nullptr, preferences.theme == ThemeKind::light)) preferences.theme = ThemeKind::light;
  ImGui::Separator();
  for (const double size : text_sizes) {
    if (ImGui::MenuItem(fmt::format("Text {:.0f} %", size * 100).c_str(), nullptr, preferences.text_size == size)) {
      preferences.text_size = size;
    }
  }
  ImGui::Separator();
  for (const double notch : {finest_notch, 1.5, coarsest_notch}) {
    if (ImGui::MenuItem(fmt::format("Each wheel notch zooms {} times", notch).c_str(), nullptr,
                        preferences.zoom_notch == notch)) {
      preferences.zoom_notch = notch;
    }
  }
  ImGui::EndPopup();
}

/// "CPU", "CPU + NVIDIA …", "CPU + GPU 0 of server", "NVIDIA …@server".
std::string device_name(const Settings& settings) {
  const Execution& execution = settings.execution;
  const device::Facts& facts = shown_devices(execution).first();
  const std::string gpu = facts.available ? facts.name : "GPU";
  std::string out = execution.processor == Processor::gpu ? gpu : "CPU";
  if (execution.processor == Processor::split) out += " + " + gpu;
  if (!execution.machine.empty()) out += '@' + execution.machine;
  for (const Participant& each : execution.elsewhere) out += " + " + name_of(each);
  return out;
}

/// Returns a sentence that says what computes and which card draws.
std::string device_help(const WindowModel& model, const FrameView& view) {
  return fmt::format("Computed by {}; the window is drawn by {}.", device_name(model.settings()), view.drawn_by);
}

/// A piece of text in the bar.
struct Piece {
  std::string text;
  double width_units;  ///< the least width, so that its place does not move while numbers change
  ImU32 color;
  int rank;  ///< which piece it is that finds room, from 0 on: where one finds none, those behind it are left out, too
  std::string help;
  bool shown = true;
};

constexpr const char* frame_help =
    "The newest frame in milliseconds, from its start to the screen: source, computing, copies, merging, summary and "
    "display; with another machine also packing, the link and unpacking.";
constexpr const char* compute_help =
    "The newest frame's compute time in milliseconds, without the display and everything else. Where CPU and GPU share "
    "a frame they compute at the same time, and it is the slower one's.";
constexpr const char* precision_help = "The precision in which values are computed.";

/// Returns the pieces from right to left.
std::vector<Piece> status_parts(const Window& window) {
  const Theme& theme = window.ui.theme();
  const Settings& settings = window.model.settings();
  const auto& samples = window.model.frames.samples();
  const FrameSample* const last = samples.empty() ? nullptr : &samples.back();
  const Processor processor = settings.execution.processor;
  const bool both = processor == Processor::split || !settings.execution.elsewhere.empty();
  std::vector<Piece> out{
      {last != nullptr ? "frame " + format_ms(last->whole_ms()) : "frame – ms", 104, theme.dim, 2, frame_help},
      {last != nullptr ? format_ms(last->compute_ms()) : "– ms", 64, theme.text, 0, compute_help},
      {std::string(id_of(settings.problem.precision)), 30, theme.dim, 5, precision_help},
      {device_name(settings), 0, both ? theme.both : theme.of(processor), 1, device_help(window.model, window.view)}};
  if (last == nullptr || !last->crossing || last->machine != settings.execution.machine) return out;
  out.push_back({link_text(*last), 0, theme.link, 3, link_help(*last)});
  out.push_back({link_costs_text(*last), 310, theme.dim, 4, link_help(*last)});
  return out;
}

/// Draws as many of the pieces as there is room for between the two places.
void status(const Window& window, float left, float right) {
  std::vector<Piece> pieces = status_parts(window);
  const float gap = window.ui.units(14);
  const auto extent = [](const Piece& each) { return ImGui::CalcTextSize(each.text.c_str()).x; };
  const auto width = [&](const Piece& each) { return std::max(extent(each), window.ui.units(each.width_units)); };
  float room = right - left;
  std::vector<Piece*> by_rank;
  for (Piece& each : pieces) by_rank.push_back(&each);
  std::ranges::sort(by_rank, {}, &Piece::rank);
  for (Piece* const each : by_rank) {
    room -= width(*each) + gap;
    each->shown = room >= 0;
  }
  const float middle = ImGui::GetCursorPosY();
  for (const Piece& each : pieces) {
    if (!each.shown) continue;
    ImGui::SetCursorPos({right - extent(each), middle});
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, each.color);
    ImGui::TextUnformatted(each.text.c_str());
    ImGui::PopStyleColor();
    help(window.ui, each.help);
    right -= width(each) + gap;
  }
}

}  // namespace

void top_bar(const Window& window, WelcomeFeature& doors, bool room_for_graphs, bool hidden) {
  menu_button(window);
  ImGui::SameLine();
  workload_choice(window.ui, window.model, doors);
  ImGui::SameLine();
  run_button(window.ui, window.model);
  ImGui::SameLine(0, window.ui.units(12));
  action_icon(window, "##undo", Icon::undo, action::undo);
  action_icon(window, "##redo", Icon::redo, action::redo);
  const float left = ImGui::GetCursorPosX();
  const float top = ImGui::GetCursorPosY();
  const ImGuiStyle& style = ImGui::GetStyle();
  const float buttons =
      ImGui::CalcTextSize("View").x + ImGui::CalcTextSize("?").x + 4 * style.FramePadding.x + style.ItemSpacing.x;
  const float right = ImGui::GetWindowContentRegionMax().x - buttons;
  status(window, left, right - window.ui.units(14));
  ImGui::SetCursorPos({right, top});
  view_menu(window.ui, room_for_graphs, hidden);
  ImGui::SameLine();
  if (ImGui::Button("?")) window.ui.ask(action::toggle_keys);
  help(window.ui, "Mouse and keys.", action::toggle_keys);
}

}  // namespace heteroscope
