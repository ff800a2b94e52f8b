#pragma once

#include <string>

#include "core/types/types.hpp"

namespace heteroscope {

/// A processor at work on a frame: the CPU, or one of the GPUs, of this machine or of one elsewhere.
struct Participant {
  Processor processor = Processor::cpu;  ///< cpu or gpu
  int device = 0;                        ///< of a GPU: its number on its machine
  std::string machine{};                 ///< elsewhere, by name; empty: this one
  bool operator==(const Participant&) const = default;
  [[nodiscard]] bool is_gpu() const { return processor == Processor::gpu; }
  [[nodiscard]] bool is_elsewhere() const { return !machine.empty(); }
  [[nodiscard]] bool is_gpu_here() const { return is_gpu() && !is_elsewhere(); }
  [[nodiscard]] bool is_cpu_here() const { return !is_gpu() && !is_elsewhere(); }
};

/// "CPU", "GPU 1", "GPU 0 of server".
inline std::string name_of(const Participant& participant) {
  const std::string name = participant.is_gpu() ? "GPU " + std::to_string(participant.device) : "CPU";
  return participant.is_elsewhere() ? name + " of " + participant.machine : name;
}

/// How participants divide a frame: by hand; by bisection of the share's range; by what each one's rows took in earlier
/// frames; or from a queue, from which each takes rows until there are none.
enum class Sharing { by_hand, bisection, automatic, queue };
template <>
inline constexpr std::array<IdTable<Sharing>, 4> ids<Sharing>{{{Sharing::by_hand, "hand"},
                                                               {Sharing::bisection, "bisection"},
                                                               {Sharing::automatic, "auto"},
                                                               {Sharing::queue, "queue"}}};

}  // namespace heteroscope
