#pragma once

#include <imgui.h>

namespace heteroscope {

/// A context of ImGui's without a display, for as long as it lives.
class BareContext {
 public:
  explicit BareContext(ImVec2 size) : context_(ImGui::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = size;
  }
  ~BareContext() { ImGui::DestroyContext(context_); }
  BareContext(const BareContext&) = delete;
  BareContext& operator=(const BareContext&) = delete;

  [[nodiscard]] ImGuiContext* operator->() const { return context_; }
  /// Draws the letters of the fonts that have been loaded, or of ImGui's own, as a frame needs them. Returns the first.
  ImFont* make_letters() const {
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    return ImGui::GetIO().Fonts->Fonts[0];
  }

 private:
  ImGuiContext* context_;
};

}  // namespace heteroscope
