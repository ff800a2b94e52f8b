#include "app/window/features/status/notices.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui_internal.h>  // messages lie over all other windows

#include <algorithm>

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
void notice(const Ui& ui, const Rect& rect, Covered& covered, const Notice& what, Below below) {
  const float margin = ui.units(14) * (what.share - 0.5F) * 2;
  ImGui::SetNextWindowPos(
      {(rect.from.x + rect.to.x) * 0.5F, rect.from.y + (rect.to.y - rect.from.y) * what.share - margin},
      ImGuiCond_Always, {0.5F, what.share});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.units(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.units(18), ui.units(14)});
  if (ImGui::Begin(what.id, nullptr, notice_flags)) {
    note_covered(covered);
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
  ImGui::End();
  ImGui::PopStyleVar(2);
}

void refusal(const Window& window, const Rect& rect, Covered& covered) {
  if (window.view.refusal.empty()) return;
  // the scope can show blocks without a run, so it is not hidden
  const Notice what{.id = "##refusal",
                    .title = "This cannot run here",
                    .text = window.view.refusal,
                    .ink = window.ui.theme().notice,
                    .share = shows_scope(window.model) ? 1.0F : 0.5F};
  notice(window.ui, rect, covered, what, [&] {
    for (std::size_t i = 0; i < window.view.remedies.size(); ++i) {
      if (i > 0) ImGui::SameLine();
      if (ImGui::Button(window.view.remedies[i].label.c_str())) {
        const Settings chosen = window.view.remedies[i].settings;
        *window.model.edit() = chosen;
      }
    }
  });
}

void gpu_loss(Ui& ui, const GpuLoss& loss, const Rect& rect, Covered& covered) {
  if (loss.what.empty()) return;
  const Notice what{.id = "##gpu_loss",
                    .title = loss.others ? "A GPU has stopped; the others compute in its place"
                                         : "The GPU has stopped; the CPU computes in its place",
                    .text = loss.what,
                    .ink = ui.theme().error,
                    .share = 0.3F};  // messages come below
  notice(ui, rect, covered, what, [&] {
    if (ImGui::Button("Start the GPU again")) ui.ask(action::start_gpu);
    ImGui::SameLine();
    ImGui::TextUnformatted("reopens the window with the same settings");
  });
}

}  // namespace

/// Draws the messages over all other ImGui windows, so that they are visible whatever is open.
void Notices::messages(Ui& ui, const Rect& rect, Covered& covered) {
  const auto& all = ui.toasts.all();
  if (all.empty()) return;
  const bool pressed_here = std::ranges::any_of(all, [](const Toast& each) { return !each.written.empty(); });
  // between the panels, or across the whole window where large text leaves no room there
  const float between = rect.to.x - rect.from.x - ui.units(50);
  const bool fits = between >= ui.units(220);
  const float wrap = fits ? between : ImGui::GetIO().DisplaySize.x - ui.units(50);
  ImGui::SetNextWindowPos({(fits ? rect.from.x : 0) + ui.units(10), rect.to.y - ui.units(10)}, ImGuiCond_Always,
                          {0, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.units(5));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);  // pages that may lie below it have its color
  std::filesystem::path wanted;
  if (ImGui::Begin("##toasts", nullptr, pressed_here ? notice_flags : notice_flags | ImGuiWindowFlags_NoInputs)) {
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    if (pressed_here) note_covered(covered);
    ImGui::PushTextWrapPos(wrap);
    for (const Toast& toast : all) {
      ImGui::PushStyleColor(ImGuiCol_Text, toast.failure ? ui.theme().error : ui.theme().text);
      ImGui::TextUnformatted(toast.text.c_str());
      ImGui::PopStyleColor();
      if (toast.written.empty()) continue;
      const float button = ImGui::CalcTextSize(show_words).x + 2 * ImGui::GetStyle().FramePadding.x;
      if (ImGui::CalcTextSize(toast.text.c_str()).x + button + ui.units(10) < wrap) ImGui::SameLine(0, ui.units(10));
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

void Notices::overlay(const Window& window, OverlaySpace& space) {
  refusal(window, space.picture, space.covered);
  gpu_loss(window.ui, window.view.gpu_loss, space.picture, space.covered);
  desktop_.update(window.ui);
  messages(window.ui, space.free, space.covered);
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
