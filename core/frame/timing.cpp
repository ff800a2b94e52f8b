#include "core/frame/timing.hpp"

#include "core/plan/plan.hpp"

namespace heteroscope {

Timing empty_timing(const Plan& plan) {
  Timing out;
  for (const Participant& participant : plan.participants)
    out.participants.push_back({.participant = participant, .stages = std::vector<double>(plan.stages.size())});
  return out;
}

}  // namespace heteroscope
