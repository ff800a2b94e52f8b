#include "app/window/features/status/notices.hpp"

#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/scope_view.hpp"

namespace heteroscope {
namespace {

/// A window over the middle of the picture; `share`: where it stands between the top and the bottom.
struct Notice {
  const char* id;
  const char* title;
  const std::string& text;
  ImU32 ink;
  float share = 0.5F;
};

/// `below()` adds what can be done about it.
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
  // a cover needs no run: it is not hidden
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
    ImGui::TextUnformatted("opens the window anew, as it is set");
  });
}

void toasts(const Ui& ui, const Rect& rect) {
  if (ui.toasts.all().empty()) return;
  ImGui::SetNextWindowPos({rect.from.x + ui.units(10), rect.to.y - ui.units(10)}, ImGuiCond_Always, {0, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.units(5));
  ImGui::SetNextWindowBgAlpha(0.94F);
  if (ImGui::Begin("##toasts", nullptr, notice_flags | ImGuiWindowFlags_NoInputs)) {
    ImGui::PushTextWrapPos(std::max(rect.to.x - rect.from.x - ui.units(50), ui.units(220)));
    for (const Toast& toast : ui.toasts.all()) {
      ImGui::PushStyleColor(ImGuiCol_Text, toast.failure ? ui.theme().error : ui.theme().text);
      ImGui::TextUnformatted(toast.text.c_str());
      ImGui::PopStyleColor();
    }
    ImGui::PopTextWrapPos();
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace

void Notices::overlay(const Window& window, OverlaySpace& space) {
  refusal(window, space.picture, space.covered);
  gpu_loss(window.ui, window.view.gpu_loss, space.picture, space.covered);
  toasts(window.ui, space.free);
}

Activity Notices::activity(const Window& window) const {
  Activity out;
  for (const Toast& each : window.ui.toasts.all()) out += {.due_s = each.until_s};
  return out;
}

}  // namespace heteroscope
