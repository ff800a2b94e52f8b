#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/surroundings/oddities.hpp"
#include "core/device/cpu/cpu_facts.hpp"
#include "core/device/device.hpp"

namespace heteroscope {

/// How one GPU accesses another's memory.
struct ListedLink {
  int from = 0, to = 0;
  std::optional<device::Link> link;
  std::string why_not;  ///< set where there is none: the device's words
};

/// The links from each available GPU to each other one.
std::vector<ListedLink> listed_links(device::Devices gpus);

/// What is odd about the machine, as far as that is known without a window.
std::vector<Oddity> listed_oddities(device::Devices gpus);

/// The GPU for which variants are listed: the first that is available, or number 0.
int listed_gpu(device::Devices gpus);

/// Why no frame can be computed on that processor as it is by itself: of `split` all GPUs have to be available. Empty
/// if one can be.
std::string refusal_of(Processor processor, device::Devices gpus);

struct ListedLine {
  std::string label;  ///< empty: of the line before
  std::string text;
};

/// The CPU, each GPU, the driver, and the links between GPUs. One GPU alone has no number.
std::vector<ListedLine> device_lines(const CpuFacts& cpu, device::Devices gpus, std::span<const ListedLink> links);

}  // namespace heteroscope
