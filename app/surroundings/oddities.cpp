#include "app/surroundings/oddities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/device/limits/driver_answer.hpp"

namespace heteroscope {

namespace {

const device::Facts& first(const Circumstances& all) {
  return all.gpus.first();
}

std::string numbered(const Circumstances& all, int number) {
  const std::string& name = all.gpus[number].name;
  return all.gpus.count() == 1 ? name : fmt::format("GPU {} ({})", number, name);
}

/// The first GPU that is so; none where no GPU can be used.
int found(const Circumstances& all, bool device::Facts::*what) {
  for (int number = 0; number < all.gpus.count(); ++number) {
    if (all.gpus[number].available && all.gpus[number].*what) return number;
  }
  return -1;
}

/// There is a window, and a GPU whose results it could show directly.
bool shows(const Circumstances& all) {
  return all.drawing && first(all).available;
}

bool draws_without_card(const Circumstances& all) {
  return shows(all) && all.drawing->is_software();
}

/// The number of the GPU that draws the window; -1 for a card that is none of them, or is not known.
int drawing_gpu(const Circumstances& all) {
  for (int number = 0; number < all.gpus.count(); ++number) {
    const device::Uuid& uuid = all.gpus[number].uuid;
    if (uuid != device::Uuid{} && std::ranges::find(all.drawing->uuids, uuid) != all.drawing->uuids.end())
      return number;
  }
  return -1;
}

/// Both have said who they are, and are two.
bool are_two_cards(const Circumstances& all) {
  return shows(all) && !all.drawing->uuids.empty() && first(all).uuid != device::Uuid{} && drawing_gpu(all) != 0;
}

bool may_ask_for_card(const Circumstances& all) {
  return !all.around.offloaded && !all.around.wsl && !all.around.virtual_gl && !all.around.display_is_far() &&
         all.drawing && !all.drawing->is_nvidia() && !all.drawing->is_software();
}

bool interop_failed(const Circumstances& all) {
  return shows(all) && all.interop && all.interop->error != 0;
}

constexpr std::string_view by_host = "results reach the screen through host memory";

struct OddityRow {
  std::string_view id;
  bool by_host;
  bool card_may_draw;  ///< the GPU could draw the window itself
  bool (*fits)(const Circumstances&);
  std::string (*line)(const Circumstances&);
};

/// Oddities that are certain before OpenGL and CUDA are asked come before those that these report; causes come before
/// their effects.
constexpr std::array<OddityRow, 13> table{{
    {"wsl_without_driver", false, false,
     [](const Circumstances& all) {
       return all.around.wsl && first(all).runtime_version != 0 && first(all).driver_version == 0;
     },
     [](const Circumstances&) {
       return std::string(
           "WSL2 uses CUDA of the NVIDIA driver in Windows: install the driver in Windows, none in WSL2");
     }},
    {"container_without_compute", false, false,
     [](const Circumstances& all) {
       return first(all).runtime_version != 0 && first(all).driver_version == 0 &&
              !all.around.has_capability("compute");
     },
     [](const Circumstances& all) {
       return fmt::format(
           "the driver in this container has no CUDA: NVIDIA_DRIVER_CAPABILITIES is \"{}\" but must contain "
           "compute (docker run -e NVIDIA_DRIVER_CAPABILITIES=all)",
           *all.around.capabilities);
     }},
    {"exclusive", false, false, [](const Circumstances& all) { return found(all, &device::Facts::exclusive) >= 0; },
     [](const Circumstances& all) {
       return fmt::format(
           "the compute mode of {} allows one process only: while another one uses it, the CPU computes "
           "(nvidia-smi -c 0 allows all)",
           numbered(all, found(all, &device::Facts::exclusive)));
     }},
    {"instance", true, false, [](const Circumstances& all) { return found(all, &device::Facts::is_instance) >= 0; },
     [](const Circumstances& all) {
       return fmt::format("{} is a part of a card (MIG), which cannot draw windows: {}",
                          numbered(all, found(all, &device::Facts::is_instance)), by_host);
     }},
    {"wsl", true, false, [](const Circumstances& all) { return all.around.wsl && first(all).available; },
     [](const Circumstances&) { return fmt::format("in WSL2 CUDA and OpenGL cannot share pictures: {}", by_host); }},
    {"far_display", true, false,
     [](const Circumstances& all) { return shows(all) && all.around.display_is_far() && !all.around.virtual_gl; },
     [](const Circumstances& all) {
       return fmt::format(
           "the display {} is reached over a network, as with ssh -X: {}, and each frame goes through the "
           "network",
           all.around.display, by_host);
     }},
    {"container_without_graphics", true, false,
     [](const Circumstances& all) {
       return shows(all) && !all.drawing->is_nvidia() && !all.around.has_capability("graphics");
     },
     [](const Circumstances& all) {
       return fmt::format(
           "the driver in this container has no OpenGL, so {} draws the window: NVIDIA_DRIVER_CAPABILITIES "
           "is \"{}\" but must contain graphics and display (docker run -e NVIDIA_DRIVER_CAPABILITIES=all); {}",
           all.drawing->name(), *all.around.capabilities, by_host);
     }},
    {"software_opengl", true, false, draws_without_card,
     [](const Circumstances& all) {
       return fmt::format("the CPU draws the window ({}), although {} could: {}", all.drawing->name(), first(all).name,
                          by_host);
     }},
    {"other_gpu", true, false, [](const Circumstances& all) { return are_two_cards(all) && drawing_gpu(all) > 0; },
     [](const Circumstances& all) {
       return fmt::format(
           "{} draws the window, and results are collected by {}: {} (list the drawing one first in "
           "CUDA_VISIBLE_DEVICES to make it the same card)",
           numbered(all, drawing_gpu(all)), numbered(all, 0), by_host);
     }},
    {"other_card", true, true, [](const Circumstances& all) { return are_two_cards(all) && drawing_gpu(all) < 0; },
     [](const Circumstances& all) {
       return fmt::format("{} draws the window, {} computes: {}", all.drawing->name(), first(all).name, by_host);
     }},
    {"virtual_gl", true, false, [](const Circumstances& all) { return interop_failed(all) && all.around.virtual_gl; },
     [](const Circumstances& all) {
       return fmt::format("CUDA and the OpenGL of VirtualGL cannot share pictures (error {}): {}", all.interop->error,
                          by_host);
     }},
    {"interop_error", true, true,
     [](const Circumstances& all) { return interop_failed(all) && !all.around.virtual_gl; },
     [](const Circumstances& all) {
       return fmt::format("CUDA and the OpenGL of {} cannot share pictures (error {}: {}): {}", all.drawing->name(),
                          all.interop->error, all.interop->words, by_host);
     }},
    {"card_not_named", true, true,
     [](const Circumstances& all) {
       return shows(all) && all.interop && all.interop->error == 0 && !all.interop->names_first;
     },
     [](const Circumstances& all) {
       return fmt::format("{} draws the window, but CUDA does not know it as {}: {}", all.drawing->name(),
                          first(all).name, by_host);
     }},
}};

std::string because(const std::string& words) {
  return words.empty() ? std::string() : " (" + words + ")";
}

/// What a person can do about a missing display.
std::string without_display(const Surroundings& around) {
  if (!around.display.empty() || !around.wayland.empty()) return {};
  if (around.wsl) return "; in WSL2, WSLg provides one (wsl --update)";
  if (around.container) return "; a container gets one with -e DISPLAY -v /tmp/.X11-unix:/tmp/.X11-unix";
  if (around.over_ssh) return "; ssh -X forwards a display, slowly";
  return {};
}

/// Why OpenGL is too old where another one would not be.
std::string without_opengl(const Surroundings& around) {
  if (around.virtual_gl) return "; VirtualGL provides the OpenGL of the display that VGL_DISPLAY names";
  if (around.display_is_far()) {
    return fmt::format("; the display {} is reached over a network, which usually has an older OpenGL", around.display);
  }
  if (!around.has_capability("graphics")) {
    return "; the driver in this container has no OpenGL (docker run -e NVIDIA_DRIVER_CAPABILITIES=all)";
  }
  return {};
}

}  // namespace

std::vector<Oddity> oddities_of(const Circumstances& all) {
  std::vector<Oddity> out;
  for (const OddityRow& row : table) {
    if (!row.fits(all)) continue;
    out.push_back({.id = row.id,
                   .line = row.line(all),
                   .by_host = row.by_host,
                   .offers_card = row.card_may_draw && may_ask_for_card(all)});
  }
  return out;
}

std::string refusal_of_window(WindowStep failed, const Surroundings& around, const std::string& words) {
  const std::string what =
      failed == WindowStep::display
          ? "there is no display, so the window cannot open" + because(words) + without_display(around)
          : "the window needs OpenGL 4.5, which is not available" + because(words) + without_opengl(around);
  return what + "; without a window, use `heteroscope render` (see `heteroscope render --help`)";
}

std::optional<Oddity> why_by_host(const Circumstances& all) {
  const std::vector<Oddity> odd = oddities_of(all);
  const auto first = std::ranges::find_if(odd, &Oddity::by_host);
  return first == odd.end() ? std::nullopt : std::optional(*first);
}

}  // namespace heteroscope
