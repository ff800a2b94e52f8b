#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace heteroscope {

/// What the environment says about where the program runs, apart from its GPUs.
struct Surroundings {
  bool wsl = false;         ///< Linux in Windows (WSL2)
  bool container = false;   ///< Docker's, Podman's or another one that says so
  bool virtual_gl = false;  ///< vglrun stands between the program and OpenGL
  bool over_ssh = false;    ///< the program was started in a session of ssh
  std::string display;      ///< DISPLAY; empty: there is no X
  std::string wayland;      ///< WAYLAND_DISPLAY, or the usual socket; empty: there is no Wayland
  /// The parts of the driver that a container may use (NVIDIA_DRIVER_CAPABILITIES); nothing if that is not said.
  std::optional<std::string> capabilities;
  std::string window_system;  ///< HETEROSCOPE_WINDOW_SYSTEM: what a person has asked for
  bool offloaded = false;     ///< OpenGL has been sent to the NVIDIA card by variables (PRIME render offload)

  /// The X server is reached over a network: "localhost:10.0" is what ssh forwards, ":0" and "unix:0" are here.
  [[nodiscard]] bool display_is_far() const;
  /// The container's driver has that part: "graphics", "compute". True outside of containers.
  [[nodiscard]] bool has_capability(const std::string& part) const;
};

/// The window system of a window.
enum class WindowSystem { x11, wayland };
/// X11 where there is a display of it, as Wayland lacks some of what the window has there: its place, its icon; and
/// where there is no display, as Wayland's library would say so by itself. Wayland where that is all there is. Throws
/// BadInput for another word.
WindowSystem window_system_for(const Surroundings& around);

/// `variable` gives an environment variable's value, null where it is not set; files are looked for below `root`.
Surroundings surroundings_of(const std::function<const char*(const char*)>& variable,
                             const std::filesystem::path& root);
/// The surroundings of this process.
Surroundings surroundings();

}  // namespace heteroscope
