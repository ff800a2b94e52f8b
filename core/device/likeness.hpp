#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/device/device.hpp"
#include "core/device/limits/capability.hpp"
#include "core/device/limits/launches.hpp"

/// HETEROSCOPE_LIKE=8.6: the program's GPUs are held to what a common card of that compute capability has, so that what
/// the program does there can be tried with a larger one. "8.6,wsl2": as Windows' driver offers such a card to WSL2.
/// The instructions stay those of the code that the program was built with: a build for 75-virtual has none that are
/// newer.
namespace heteroscope::device {

struct Likeness {
  const CapabilityFacts* capability = nullptr;
  int multiprocessors = 0;                ///< of a common card
  bool concurrent_managed_access = true;  ///< WSL2 has none
};

/// The settings in HETEROSCOPE_LIKE; nothing if it is not set.
struct Liked {
  std::optional<Likeness> likeness;
  std::string why_not;  ///< one line; set where it names no such card
};
Liked likeness_in(std::string_view text);
Liked wanted_likeness();

/// Why a GPU of that compute capability cannot stand for the other; empty if it can. One of 9.0 stands for 12.0, of
/// which it has all instructions that kernels use.
std::string refusal_of_likeness(const Likeness& likeness, Capability gpu);

/// The facts of a GPU that is held to what the other has. What the GPU itself has less of, it has no more of.
void hold(Facts& facts, const Likeness& likeness);

/// Why a GPU of these facts could not launch the kernel; empty if it can. `cooperative`: its blocks wait for each
/// other, and therefore must all be on the GPU at the same time.
std::string refusal_of_launch(const Facts& facts, const KernelNeeds& needs, const Launch& launch, bool cooperative);

}  // namespace heteroscope::device
