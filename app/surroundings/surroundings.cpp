#include "app/surroundings/surroundings.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

#include "core/base/comma_list.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

namespace {

std::string contents_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool path_exists(const std::filesystem::path& path) {
  std::error_code unknown;
  return std::filesystem::exists(path, unknown);
}

}  // namespace

bool Surroundings::display_is_far() const {
  const std::size_t colon = display.rfind(':');
  if (colon == std::string::npos || colon == 0) return false;
  const std::string_view host = std::string_view(display).substr(0, colon);
  return host != "unix" && !host.starts_with('/');
}

bool Surroundings::has_capability(const std::string& part) const {
  if (!container || !capabilities) return true;
  const auto parts = words_between_commas(*capabilities);
  return std::ranges::any_of(parts, [&](std::string_view each) { return each == part || each == "all"; });
}

/// The socket of Wayland that clients take where no variable names one.
constexpr const char* usual_wayland = "wayland-0";

WindowSystem window_system_for(const Surroundings& around) {
  if (around.window_system == "x11") return WindowSystem::x11;
  if (around.window_system == "wayland") return WindowSystem::wayland;
  if (!around.window_system.empty()) {
    throw BadInput("HETEROSCOPE_WINDOW_SYSTEM: " + quote(around.window_system) + " is neither x11 nor wayland");
  }
  return around.display.empty() && !around.wayland.empty() ? WindowSystem::wayland : WindowSystem::x11;
}

Surroundings surroundings_of(const std::function<const char*(const char*)>& variable,
                             const std::filesystem::path& root) {
  const auto value = [&](const char* name) {
    const char* const text = variable(name);
    return std::string(text == nullptr ? "" : text);
  };
  Surroundings out;
  out.wsl = path_exists(root / "dev/dxg") ||
            contents_of(root / "proc/sys/kernel/osrelease").find("microsoft") != std::string::npos;
  out.container =
      path_exists(root / ".dockerenv") || path_exists(root / "run/.containerenv") || !value("container").empty();
  out.virtual_gl = value("LD_PRELOAD").find("vglfaker") != std::string::npos || value("VGL_ISACTIVE") == "1";
  out.over_ssh = !value("SSH_CONNECTION").empty();
  out.display = value("DISPLAY");
  out.wayland = value("WAYLAND_DISPLAY");
  const std::filesystem::path runtime = value("XDG_RUNTIME_DIR");
  if (out.wayland.empty() && !runtime.empty() && path_exists(root / runtime.relative_path() / usual_wayland))
    out.wayland = usual_wayland;
  out.window_system = value("HETEROSCOPE_WINDOW_SYSTEM");
  // NVIDIA's container toolkit gives "compute,utility" where the variable is not set
  const std::string named = value("NVIDIA_DRIVER_CAPABILITIES");
  if (!named.empty()) {
    out.capabilities = named;
  } else if (out.container && !value("NVIDIA_VISIBLE_DEVICES").empty()) {
    out.capabilities = "compute,utility";
  }
  out.offloaded = !value("__NV_PRIME_RENDER_OFFLOAD").empty() || !value("__GLX_VENDOR_LIBRARY_NAME").empty();
  return out;
}

Surroundings surroundings() {
  return surroundings_of([](const char* name) -> const char* { return std::getenv(name); }, "/");
}

}  // namespace heteroscope
