#include "app/window/clipboard/clipboard.hpp"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <utility>

#include "core/base/failure.hpp"

/// A GLFW that was built without X does not have it; one that does not use X at the moment returns null.
extern "C" [[gnu::weak]] void* glfwGetX11Display();

namespace heteroscope {
namespace {

bool window_is_x() {
  return glfwGetX11Display != nullptr && glfwGetX11Display() != nullptr;
}

}  // namespace

Clipboard::Clipboard(GLFWwindow* window, std::function<void(std::string)> fail)
    : window_(window), fail_(std::move(fail)), on_x_(window_is_x()) {
#if IMGUI_VERSION_NUM >= 19110
  ImGuiPlatformIO& io = ImGui::GetPlatformIO();
  io.Platform_ClipboardUserData = this;
  io.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) {
    static_cast<Clipboard*>(ImGui::GetPlatformIO().Platform_ClipboardUserData)->copy(text);
  };
  io.Platform_GetClipboardTextFn = [](ImGuiContext*) {
    return static_cast<Clipboard*>(ImGui::GetPlatformIO().Platform_ClipboardUserData)->paste();
  };
#else
  ImGuiIO& io = ImGui::GetIO();
  io.ClipboardUserData = this;
  io.SetClipboardTextFn = [](void* user, const char* text) { static_cast<Clipboard*>(user)->copy(text); };
  io.GetClipboardTextFn = [](void* user) { return static_cast<Clipboard*>(user)->paste(); };
#endif
}

XClipboard& Clipboard::x() {
  return x_ ? *x_ : x_.emplace();
}

void Clipboard::copy(const char* text) {
  if (!on_x_) return glfwSetClipboardString(window_, text);
  if (const Failure failed = attempt([&] { x().copy(text); })) fail_("not copied: " + failed.line);
}

const char* Clipboard::paste() {
  if (!on_x_) {
    const char* const text = glfwGetClipboardString(window_);
    return text == nullptr ? "" : text;
  }
  const Failure failed = attempt([&] { pasted_ = x().paste(); });
  if (!failed) return pasted_.c_str();
  fail_("not pasted: " + failed.line);
  return nullptr;
}

std::optional<std::string> Clipboard::paste_picture() {
  if (!on_x_) return "";  // GLFW knows texts alone
  std::string out;
  const Failure failed = attempt([&] { out = x().paste_picture(); });
  if (!failed) return out;
  fail_("not pasted: " + failed.line);
  return std::nullopt;
}

}  // namespace heteroscope
