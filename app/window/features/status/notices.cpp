#include "app/window/features/status/notices.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui_internal.h>  // messages lie over all other windows

#include <algorithm>
#include <utility>

#include "app/window/feature/overlay_window.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/scope_view.hpp"

namespace heteroscope {
namespace {

constexpr const char* show_words = "Show in folder";

/// A window over the middle of the picture; `share`: its place between top and bottom, 0 to 1.
struct Notice {
  const char* id;
  const char* title;
  const std::string& text;
  ImU32 ink;
  float share = 0.5F;
};

/// Draws a notice; `below()` adds the buttons that help.
template <class Below>
void notice(const Ui& ui, OverlaySpace& space, const Notice& what, Below below) {
  const Rect rect = space.picture_in_room();
  const float margin = ui.units(14) * (what.share - 0.5F) * 2;
  const PagePlace place{.at = {middle_of(rect).x, rect.from.y + (rect.to.y - rect.from.y) * what.share - margin},
                        .pivot = {0.5F, what.share},
                        .top = space.room.from.y};
  place_fitted(space, what.id, place, {0, 0}, {all_of_room, all_of_room});
  const OverlayWindow page(ui, space, what.id, notice_flags, {18, 14});
  if (!page) return;
  push_font(ui.fonts.strong);
  ImGui::TextUnformatted(what.title);
  ImGui::PopFont();
  ImGui::PushTextWrapPos(ui.units(420));
  ImGui::PushStyleColor(ImGuiCol_Text, what.ink);
  ImGui::TextUnformatted(what.text.c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  ImGui::Spacing();
  below();
}

void refusal(const Window& window, OverlaySpace& space) {
  if (window.view.refusal.empty()) return;
  // the scope can show blocks without a run, so it is not hidden
  const Notice what{.id = "##refusal",
                    .title = "This cannot run here",
                    .text = window.view.refusal,
                    .ink = window.ui.theme().notice,
                    .share = shows_scope(window.model) ? 1.0F : 0.5F};
  notice(window.ui, space, what, [&] {
    for (std::size_t i = 0; i < window.view.remedies.size(); ++i) {
      if (i > 0) ImGui::SameLine();
      if (ImGui::Button(window.view.remedies[i].label.c_str())) {
        const Settings chosen = window.view.remedies[i].settings;
        *window.model.edit() = chosen;
      }
    }
  });
}

void gpu_loss(Ui& ui, const GpuLoss& loss, OverlaySpace& space) {
  if (loss.what.empty()) return;
  const Notice what{.id = "##gpu_loss",
                    .title = loss.others ? "A GPU has stopped; the others compute in its place"
                                         : "The GPU has stopped; the CPU computes in its place",
                    .text = loss.what,
                    .ink = ui.theme().error,
                    .share = 0.3F};  // messages come below
  notice(ui, space, what, [&] {
    if (ImGui::Button("Start the GPU again")) ui.ask(action::start_gpu);
    ImGui::SameLine();
    ImGui::TextUnformatted("reopens the window with the same settings");
  });
}

/// The distance of messages from the edges beside them, in the design's units.
constexpr double edge_units = 10;
constexpr float most_share = 0.4F;  ///< of the height of the window that messages take

float button_width() {
  return ImGui::CalcTextSize(show_words).x + 2 * ImGui::GetStyle().FramePadding.x;
}

/// Returns the size of a message in lines of at most `wrap`, and whether its button stands beside its words.
std::pair<ImVec2, bool> size_of(const Ui& ui, const Toast& toast, float wrap) {
  const ImVec2 words = ImGui::CalcTextSize(toast.text.c_str(), nullptr, false, wrap);
  if (toast.written.empty()) return {words, false};
  const float whole = ImGui::CalcTextSize(toast.text.c_str()).x + ui.units(edge_units) + button_width();
  if (whole <= wrap) return {{whole, words.y}, true};
  const float below = ImGui::GetStyle().ItemSpacing.y + ImGui::GetTextLineHeight();
  return {{std::max(words.x, button_width()), words.y + below}, false};
}

/// The newest messages, as many as do not take too much of the window's height, in a box of this size.
struct MessageBox {
  std::size_t first = 0;
  float wrap = 0;  ///< the longest line
  ImVec2 size = {0, 0};
};

/// Returns the box of the messages where the room is `across` wide.
MessageBox message_box(const Ui& ui, float across) {
  const auto& all = ui.toasts.all();
  const ImGuiStyle& style = ImGui::GetStyle();
  const float most = ImGui::GetIO().DisplaySize.y * most_share;
  MessageBox out{.first = all.size(),
                 .wrap = across - 2 * (ui.units(edge_units) + style.WindowPadding.x),
                 .size = {2 * style.WindowPadding.x, 2 * style.WindowPadding.y}};
  while (out.first > 0) {
    const ImVec2 next = size_of(ui, all[out.first - 1], out.wrap).first;
    const bool newest = out.first == all.size();
    const float high = out.size.y + next.y + (newest ? 0 : style.ItemSpacing.y);
    if (!newest && high > most) break;
    out.size = {std::max(out.size.x, next.x + 2 * style.WindowPadding.x), high};
    --out.first;
  }
  return out;
}

/// Returns the rectangles of open menus and lists.
std::vector<Rect> open_menus() {
  std::vector<Rect> out;
  for (const ImGuiPopupData& each : ImGui::GetCurrentContext()->OpenPopupStack) {
    if (each.Window == nullptr) continue;
    const ImRect rect = each.Window->Rect();
    out.push_back({rect.Min, rect.Max});
  }
  return out;
}

/// The messages, and the lower left corner of their box.
struct MessagePlace {
  MessageBox box;
  ImVec2 corner;
};

/// Returns the first place that no page and no open menu takes: at the lower left of what is free of the picture, of
/// all that is above the picture's lower edge, or of the window. The last one, over the graphs, is free of pages
/// always, and is needed only where a page or a menu lies over the graphs, too.
MessagePlace place_of_messages(const Ui& ui, const OverlaySpace& space) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float edge = ui.units(edge_units);
  std::vector<Rect> taken = open_menus();
  taken.insert(taken.end(), space.pages.begin(), space.pages.end());
  MessagePlace out;
  for (const Rect& room : {space.free, Rect{{0, 0}, {display.x, space.picture.to.y}}, Rect{{0, 0}, display}}) {
    out = {message_box(ui, room.to.x - room.from.x), {room.from.x + edge, room.to.y - edge}};
    const auto& [box, corner] = out;
    const Rect place{{corner.x, corner.y - box.size.y}, {corner.x + box.size.x, corner.y}};
    const auto meets = [&](const Rect& each) { return intersect(place, each); };
    const bool fits = box.wrap >= ui.units(180) && place.from.y >= room.from.y;
    if (fits && std::ranges::none_of(taken, meets)) break;
  }
  return out;
}

/// Draws the present ImGui window over all others but the menus and lists that a person has open.
void bring_below_menus() {
  ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  for (const ImGuiPopupData& each : ImGui::GetCurrentContext()->OpenPopupStack) {
    if (each.Window != nullptr) ImGui::BringWindowToDisplayFront(each.Window);
  }
}

}  // namespace

/// Draws the messages over all other ImGui windows but open menus, so that they are visible whatever is open.
void Notices::messages(Ui& ui, OverlaySpace& space) {
  const auto& all = ui.toasts.all();
  if (all.empty()) return;
  const auto [box, corner] = place_of_messages(ui, space);
  const bool pressed_here = std::ranges::any_of(all, [](const Toast& each) { return !each.written.empty(); });
  ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {0, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.units(5));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);  // what may lie below it has its color
  std::filesystem::path wanted;
  if (ImGui::Begin("##toasts", nullptr, pressed_here ? notice_flags : notice_flags | ImGuiWindowFlags_NoInputs)) {
    bring_below_menus();
    if (pressed_here) note_covered(space.covered);
    ImGui::PushTextWrapPos(box.wrap + ImGui::GetStyle().WindowPadding.x);
    for (std::size_t i = box.first; i < all.size(); ++i) {
      const Toast& toast = all[i];
      ImGui::PushStyleColor(ImGuiCol_Text, toast.failure ? ui.theme().error : ui.theme().text);
      ImGui::TextUnformatted(toast.text.c_str());
      ImGui::PopStyleColor();
      if (toast.written.empty()) continue;
      if (size_of(ui, toast, box.wrap).second) ImGui::SameLine(0, ui.units(edge_units));
      ImGui::PushID(toast.text.c_str());
      if (ImGui::SmallButton(show_words)) wanted = toast.written;
      ImGui::PopID();
    }
    ImGui::PopTextWrapPos();
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
  if (!wanted.empty()) show_folder(ui, wanted);
}

void Notices::show_folder(Ui& ui, const std::filesystem::path& file) {
  if (const std::string why_not = desktop_.show(file); !why_not.empty())
    ui.fail(fmt::format("{}; the file is {}", why_not, file.string()));
}

/// Leaves a strip along the window's lower edge free of pages. It is high enough for one line, so that no page moves
/// when a message of one line comes; the size of more lines is noted, which pages do not cover.
void Notices::strip(const Window& window, OverlaySpace& space) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float edge = window.ui.units(edge_units);
  const float line = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().WindowPadding.y;
  space.room = {{edge, edge}, {display.x - edge, display.y - line - 2 * edge}};
  if (window.ui.toasts.all().empty()) return;
  const ImVec2 size = message_box(window.ui, display.x).size;
  const float high = std::min(size.y, std::max(line, display.y * most_share));
  space.messages = {size.x + 2 * edge, high + 2 * edge};
}

void Notices::overlay(const Window& window, OverlaySpace& space) {
  refusal(window, space);
  gpu_loss(window.ui, window.view.gpu_loss, space);
  desktop_.update(window.ui);
  messages(window.ui, space);
}

std::vector<ActionEntry> Notices::actions() {
  return {{Action("show_in_folder"),
           "show in folder: the file that was written last",
           {with_control_and_shift(GLFW_KEY_F, "Ctrl + Shift + F")},
           [this](const Window& window) { show_folder(window.ui, window.ui.toasts.last_written()); },
           [](const Window& window) {
             return window.ui.toasts.last_written().empty() ? std::string("no file has been written yet")
                                                            : std::string();
           }}};
}

Activity Notices::activity(const Window& window) const {
  constexpr double look_s = 0.1;  // between two looks at what a file manager says
  Activity out;
  if (desktop_.waits()) out.due_s = window.ui.now_s + look_s;
  for (const Toast& each : window.ui.toasts.all()) out += {.due_s = each.until_s};
  return out;
}

}  // namespace heteroscope
