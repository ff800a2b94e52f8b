#include "core/trace/launched.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace heteroscope {

std::set<std::uint32_t> nested_passes(const Trace& trace) {
  std::set<std::uint32_t> out;
  for (const TracedLaunch& each : trace.launches) {
    if (each.parent != 0) out.insert(each.pass);
  }
  return out;
}

std::vector<NestedKernel> nested_kernels(const Trace& trace, std::uint32_t pass) {
  const auto is_nested = [&](const TracedLaunch& each) { return each.pass == pass && each.parent != 0; };
  if (std::ranges::none_of(trace.launches, is_nested)) return {};
  std::map<std::uint32_t, NestedKernel> by_number;
  for (const TracedSpan& each : trace.spans) {
    const TracedLaunch& launch = trace.launch_of(each);
    if (launch.pass != pass) continue;
    const auto [at, fresh] = by_number.try_emplace(launch.grid);
    NestedKernel& kernel = at->second;
    if (fresh) kernel = {.number = launch.grid, .start_ns = each.start_ns};
    kernel.start_ns = std::min(kernel.start_ns, each.start_ns);
    kernel.end_ns = std::max(kernel.end_ns, each.end_ns);
    kernel.done_ns = kernel.end_ns;
  }
  std::vector<NestedKernel> out;
  std::vector<std::size_t> parent_of;
  std::map<std::uint32_t, std::size_t> places;
  for (const TracedLaunch& each : trace.launches) {  // a parent ahead of its children
    const auto found = by_number.find(each.grid);
    if (each.pass != pass || found == by_number.end() || places.contains(each.grid)) continue;
    const auto parent = places.find(each.parent);
    const bool known = each.parent != 0 && parent != places.end();
    places.emplace(each.grid, out.size());
    parent_of.push_back(known ? parent->second : out.size());
    out.push_back(found->second);
    if (!known) continue;
    out.back().depth = out[parent->second].depth + 1;
    ++out[parent->second].launched;
  }
  for (std::size_t i = out.size(); i-- > 0;)
    out[parent_of[i]].done_ns = std::max(out[parent_of[i]].done_ns, out[i].done_ns);
  return out;
}

Nesting nesting_of(const std::vector<NestedKernel>& kernels) {
  Nesting out;
  double life = 0;
  double idle = 0;
  for (const NestedKernel& each : kernels) {
    ++out.kernels;
    if (each.launched == 0) continue;
    ++out.parents;
    life += static_cast<double>(each.done_ns - each.start_ns);
    idle += static_cast<double>(each.idle_ns());
  }
  if (life > 0) out.idle = idle / life;
  return out;
}

}  // namespace heteroscope
