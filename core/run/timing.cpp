#include "core/run/timing.hpp"

#include "core/plan/plan.hpp"

namespace heteroscope {

Timing empty_timing(const Plan& plan) {
  Timing out;
  for (const Lane& lane : plan.lanes)
    out.lanes.push_back({.lane = lane, .stages = std::vector<double>(plan.stages.size())});
  return out;
}

}  // namespace heteroscope
