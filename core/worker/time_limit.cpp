#include "core/worker/time_limit.hpp"

#include <algorithm>
#include <mutex>

#include "core/base/seconds_variable.hpp"
#include "core/worker/messages.hpp"

namespace heteroscope {
namespace {

struct HungFiles {
  std::mutex mutex;
  bool given_up = false;
  std::vector<std::vector<OwnFile>> files;  ///< of a plan each
};

HungFiles& hung() {
  static HungFiles out;
  return out;
}

}  // namespace

bool drives_display(std::span<const Participant> participants, device::Devices devices) {
  return std::ranges::any_of(participants, [&](const Participant& each) {
    return each.is_gpu_here() && devices[each.device].limits_launch_time;
  });
}

double own_time_limit_s(bool holds_display) {
  constexpr double usual = 10;
  constexpr double before_a_display = 2;
  return seconds_named_by(own_limit_variable, holds_display ? before_a_display : usual);
}

void give_up_hung_files() {
  const std::lock_guard lock(hung().mutex);
  hung().given_up = true;
}

void note_hung(const std::vector<OwnFile>& files) {
  const std::lock_guard lock(hung().mutex);
  if (hung().given_up) hung().files.push_back(files);
}

bool is_given_up(const std::vector<OwnFile>& files) {
  const std::lock_guard lock(hung().mutex);
  const auto is_there = [&](const OwnFile& each) { return std::ranges::find(files, each) != files.end(); };
  return std::ranges::any_of(hung().files, [&](const auto& each) { return std::ranges::all_of(each, is_there); });
}

}  // namespace heteroscope
