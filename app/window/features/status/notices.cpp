#include "app/window/features/status/notices.hpp"

#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/cover_view.hpp"

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
void notice(const State& state, const Rect& rect, Covered& covered, const Notice& what, Below below) {
  const float margin = state.units(14) * (what.share - 0.5F) * 2;
  ImGui::SetNextWindowPos(
      {(rect.from.x + rect.to.x) * 0.5F, rect.from.y + (rect.to.y - rect.from.y) * what.share - margin},
      ImGuiCond_Always, {0.5F, what.share});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, state.units(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {state.units(18), state.units(14)});
  if (ImGui::Begin(what.id, nullptr, notice_flags)) {
    note_covered(covered);
    push_font(state.fonts.strong);
    ImGui::TextUnformatted(what.title);
    ImGui::PopFont();
    ImGui::PushTextWrapPos(state.units(420));
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

void refusal(State& state, const Rect& rect, Covered& covered) {
  if (state.refusal.empty()) return;
  // a cover needs no run: it is not hidden
  const Notice what{.id = "##refusal",
                    .title = "This cannot run here",
                    .text = state.refusal,
                    .ink = state.theme().notice,
                    .share = shows_cover(state) ? 1.0F : 0.5F};
  notice(state, rect, covered, what, [&] {
    for (std::size_t i = 0; i < state.remedies.size(); ++i) {
      if (i > 0) ImGui::SameLine();
      if (ImGui::Button(state.remedies[i].label.c_str())) {
        const Settings chosen = state.remedies[i].settings;
        state.settings = chosen;
      }
    }
  });
}

void gpu_loss(State& state, const Rect& rect, Covered& covered) {
  const GpuLoss& loss = state.gpu_loss;
  if (loss.what.empty()) return;
  const Notice what{.id = "##gpu_loss",
                    .title = loss.others ? "A GPU has stopped; the others compute in its place"
                                         : "The GPU has stopped; the CPU computes in its place",
                    .text = loss.what,
                    .ink = state.theme().error,
                    .share = 0.3F};  // messages come below
  notice(state, rect, covered, what, [&] {
    if (ImGui::Button("Start the GPU again")) state.ask(action::start_gpu);
    ImGui::SameLine();
    ImGui::TextUnformatted("opens the window anew, as it is set");
  });
}

void toasts(State& state, const Rect& rect) {
  if (state.toasts.all().empty()) return;
  ImGui::SetNextWindowPos({rect.from.x + state.units(10), rect.to.y - state.units(10)}, ImGuiCond_Always, {0, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, state.units(5));
  ImGui::SetNextWindowBgAlpha(0.94F);
  if (ImGui::Begin("##toasts", nullptr, notice_flags | ImGuiWindowFlags_NoInputs)) {
    ImGui::PushTextWrapPos(std::max(rect.to.x - rect.from.x - state.units(50), state.units(220)));
    for (const Toast& toast : state.toasts.all()) {
      ImGui::PushStyleColor(ImGuiCol_Text, toast.failure ? state.theme().error : state.theme().text);
      ImGui::TextUnformatted(toast.text.c_str());
      ImGui::PopStyleColor();
    }
    ImGui::PopTextWrapPos();
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace

void Notices::overlay(State& state, OverlaySpace& space) {
  refusal(state, space.picture, space.covered);
  gpu_loss(state, space.picture, space.covered);
  toasts(state, space.free);
}

Activity Notices::activity(const State& state) const {
  Activity out;
  for (const Toast& each : state.toasts.all()) out += {.due_s = each.until_s};
  return out;
}

}  // namespace heteroscope
