#pragma once

#include <string>

#include "core/types/types.hpp"

namespace heteroscope {

/// A processor at work on a frame: the CPU, or one of the GPUs.
struct Participant {
  Processor processor = Processor::cpu;  ///< cpu or gpu
  int device = 0;                        ///< of a GPU: its number
  bool operator==(const Participant&) const = default;
  [[nodiscard]] constexpr bool is_gpu() const { return processor == Processor::gpu; }
};

/// "CPU", "GPU 1".
inline std::string name_of(const Participant& participant) {
  return participant.is_gpu() ? "GPU " + std::to_string(participant.device) : "CPU";
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
