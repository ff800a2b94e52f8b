#include "app/window/clipboard/clipboard.hpp"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <utility>

#include "app/window/clipboard/x_selection.hpp"
#include "core/base/failure.hpp"

/// A GLFW that was built without X does not have it; one that does not use X at the moment returns null.
extern "C" [[gnu::weak]] void* glfwGetX11Display();

namespace heteroscope {
namespace {

bool window_is_x() {
  return glfwGetX11Display != nullptr && glfwGetX11Display() != nullptr;
}

}  // namespace

XClipboard::XClipboard() : selection_(std::make_unique<XSelection>()) {
  if (const Failure refused = worker_.start([this] { work(); })) raise(refused);
}

XClipboard::~XClipboard() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  selection_->connection().wake();
  worker_.join();
}

void XClipboard::work() {
  while (true) {
    attempt([&] { selection_->serve(); });  // short of memory: whoever has asked gets no answer
    {
      const std::lock_guard lock(mutex_);
      if (ending_) break;
      if (job_ == nullptr) continue;
      failure_ = attempt(*job_);
      job_ = nullptr;
    }
    done_.notify_one();
  }
  selection_->hand_over();
}

/// Waits for its end.
void XClipboard::on_thread(const std::function<void()>& job) {
  std::unique_lock lock(mutex_);
  job_ = &job;
  selection_->connection().wake();
  done_.wait(lock, [&] { return job_ == nullptr; });
  if (failure_) raise(std::exchange(failure_, {}));
}

void XClipboard::copy(std::string text) {
  on_thread([&] { selection_->own(std::move(text)); });
}

std::string XClipboard::paste() {
  std::string out;
  on_thread([&] { out = selection_->read(); });
  return out;
}

std::string XClipboard::paste_picture() {
  std::string out;
  on_thread([&] { out = selection_->read_picture(); });
  return out;
}

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
