#include "app/commands/list/devices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/results/machine.hpp"
#include "app/text/peaks_text.hpp"
#include "core/base/error.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {

namespace {

double gib(std::size_t bytes) {
  return static_cast<double>(bytes) / (1 << 30);
}

std::string gpu_text(const device::Facts& gpu) {
  if (!gpu.available) return fmt::format("{}unavailable: {}", gpu.name.empty() ? "" : gpu.name + ", ", gpu.why_not);
  return fmt::format("{}, compute capability {}.{}, {} multiprocessors, {:.1f} GiB", gpu.name, gpu.major, gpu.minor,
                     gpu.multiprocessors, gib(gpu.memory_bytes));
}

std::string peaks_text(const device::Facts& gpu) {
  const PeakTexts peaks = peak_texts(gpu);
  return fmt::format("in theory {} in fp32, {} in fp64 ({}), bus {}", peaks.fp32, peaks.fp64,
                     peaks.ratio == "unknown" ? "ratio unknown" : peaks.ratio, peaks.bus);
}

std::string link_text(const ListedLink& each) {
  if (!each.link) return "not known: " + each.why_not;
  switch (*each.link) {
    case device::Link::host:
      return "through host memory, no peer access";
    case device::Link::peer:
      return "peer access, as over PCIe";
    case device::Link::peer_atomics:
      return "peer access with atomics, as over NVLink";
    case device::Link::same_card:
      return "the same card under two numbers (HETEROSCOPE_GPUS)";
  }
  return {};
}

struct LinkGroup {
  std::string text;
  std::vector<std::string> pairs;
};

/// Pairs by their links, in the order in which these first come. A pair whose ways differ is told both ways.
std::vector<LinkGroup> grouped(std::span<const ListedLink> links) {
  std::vector<LinkGroup> out;
  const auto add = [&out](std::string text, std::string pair) {
    const auto found = std::ranges::find(out, text, &LinkGroup::text);
    if (found != out.end()) {
      found->pairs.push_back(std::move(pair));
    } else {
      out.push_back({std::move(text), {std::move(pair)}});
    }
  };
  for (const ListedLink& each : links) {
    const auto back = std::ranges::find_if(
        links, [&](const ListedLink& other) { return other.from == each.to && other.to == each.from; });
    const bool alike = back != links.end() && link_text(*back) == link_text(each);
    if (!alike) {
      add(link_text(each), fmt::format("{} to {}", each.from, each.to));
    } else if (each.from < each.to) {
      add(link_text(each), fmt::format("{}-{}", each.from, each.to));
    }
  }
  return out;
}

}  // namespace

std::vector<ListedLink> listed_links(device::Devices gpus) {
  std::vector<ListedLink> out;
  for (int from = 0; from < gpus.count(); ++from) {
    for (int to = 0; to < gpus.count(); ++to) {
      if (from == to || !gpus[from].available || !gpus[to].available) continue;
      ListedLink& each = out.emplace_back(ListedLink{.from = from, .to = to, .link = {}, .why_not = {}});
      try {
        each.link = device::link_between(from, to);
      } catch (const DeviceError& failed) {
        each.why_not = failed.what();
      }
    }
  }
  return out;
}

std::vector<Oddity> listed_oddities(device::Devices gpus) {
  return oddities_of({.gpus = gpus, .around = surroundings(), .drawing = std::nullopt, .interop = std::nullopt});
}

int listed_gpu(device::Devices gpus) {
  for (int number = 0; number < gpus.count(); ++number) {
    if (gpus[number].available) return number;
  }
  return 0;
}

std::string refusal_of(Processor processor, device::Devices gpus) {
  const int wanted = processor == Processor::cpu ? 0 : processor == Processor::gpu ? 1 : gpus.count();
  for (int number = 0; number < wanted; ++number) {
    const device::Facts& gpu = gpus[number];
    if (gpu.available) continue;
    return gpus.count() == 1 ? gpu.why_not : fmt::format("GPU {}: {}", number, gpu.why_not);
  }
  return {};
}

std::vector<ListedLine> device_lines(const CpuFacts& cpu, device::Devices gpus, std::span<const ListedLink> links) {
  std::vector<ListedLine> out{
      {"cpu", fmt::format("{}, {}, {:.1f} GiB, vectors {}", cpu.name, plural(cpu.threads, "thread"),
                          gib(cpu.memory_bytes), cpu.vector_target)}};
  for (int number = 0; number < gpus.count(); ++number) {
    out.push_back({gpus.count() == 1 ? "gpu" : fmt::format("gpu:{}", number), gpu_text(gpus[number])});
    if (gpus[number].available) out.push_back({"", peaks_text(gpus[number])});
  }
  if (const device::Facts& gpu = gpus.first(); gpu.driver_version != 0) {  // one driver serves all
    out.push_back({"cuda", fmt::format("driver {}, runtime {}", cuda_version(gpu.driver_version),
                                       cuda_version(gpu.runtime_version))});
  }
  const std::vector<LinkGroup> groups = grouped(links);
  for (const LinkGroup& each : groups) {
    const bool all = groups.size() == 1 && each.pairs.size() > 1;
    out.push_back(
        {&each == &groups.front() ? "links" : "",
         fmt::format("{}: {}", all ? "all pairs" : fmt::format("{}", fmt::join(each.pairs, ", ")), each.text)});
  }
  return out;
}

}  // namespace heteroscope
