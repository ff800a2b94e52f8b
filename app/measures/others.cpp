#include "app/measures/others.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/text/table.hpp"

namespace heteroscope {

std::string others_text(const TakenByOthers& taken) {
  std::string of;
  if (taken.of_cpu()) of = fmt::format("{:.0f} % of the processors", 100 * *taken.cpu);
  if (taken.of_gpu()) of += fmt::format("{}{:.0f} % of the GPU", of.empty() ? "" : " and ", 100 * *taken.gpu);
  return of.empty() ? of : "other programs used " + of;
}

std::string others_cell(const TakenByOthers& taken, bool of_cpu, bool of_gpu) {
  const auto text = [](const std::optional<double>& share) { return share ? percent(*share) : "unknown"; };
  std::string out;
  if (of_cpu) out = text(taken.cpu);
  if (of_gpu) out += fmt::format("{}{} (gpu)", out.empty() ? "" : ", ", text(taken.gpu));
  return out;
}

void OthersWatch::look() {
  if (const std::optional<ProcessorUse> now = processor_use()) looks_.push_back(*now);
}

void OthersWatch::begin(std::vector<std::string> gpus, const device::Management& management) {
  look();
  gpus_.clear();
  for (std::string& each : gpus) {
    const std::uint64_t since = management.last_look(each);
    gpus_.push_back({std::move(each), since});
  }
}

TakenByOthers OthersWatch::end(const device::Management& management) {
  TakenByOthers out;
  if (const std::optional<ProcessorUse> now = processor_use()) {
    const auto back = std::find_if(looks_.rbegin(), looks_.rend(),
                                   [&](const ProcessorUse& each) { return far_enough_apart(each, *now); });
    if (back != looks_.rend()) {
      out.cpu = used_by_others(*back, *now);
      looks_.erase(looks_.begin(), back.base() - 1);  // what is older is needed no more
    }
  }
  for (const Gpu& each : gpus_) {
    const std::optional<double> used = management.used_by_others(each.address, each.since);
    if (used) out.gpu = std::max(out.gpu.value_or(0), *used);
  }
  return out;
}

}  // namespace heteroscope
