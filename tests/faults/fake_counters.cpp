// The hardware counters of the GPU of fake_device.cpp: three passes, in which each range counts the same. Throws where
// the passes are not alike.
#include <stdexcept>
#include <string>
#include <vector>

#include "core/device/counters/counters.hpp"

namespace heteroscope::device {

namespace {

constexpr int all_passes = 3;
constexpr double read_bytes = 4096;
constexpr double written_bytes = 1024;

}  // namespace

struct Counters::State {
  std::vector<std::string> names;
  std::size_t most_ranges;
  std::vector<std::string> ranges{};   ///< of the first pass
  std::vector<std::string> present{};  ///< of this pass
  int pass = 0;
  bool open = false;
};

Counters::Counters(std::span<const std::string> names, std::size_t most_ranges)
    : state_(std::make_unique<State>(State{{names.begin(), names.end()}, most_ranges})) {}
Counters::~Counters() = default;

int Counters::passes() const {
  return all_passes;
}

void Counters::begin_pass() {
  state_->present.clear();
}

bool Counters::end_pass() {
  if (state_->pass == 0) state_->ranges = state_->present;
  if (state_->ranges != state_->present) throw std::logic_error("the passes over the counters are not alike");
  return ++state_->pass < all_passes;
}

void Counters::begin(const std::string& name) {
  if (state_->open || state_->present.size() == state_->most_ranges) throw std::logic_error("a range too many");
  state_->open = true;
  state_->present.push_back(name);
}

void Counters::end() {
  state_->open = false;
}

std::vector<CountedRange> Counters::read() {
  std::vector<CountedRange> out;
  for (const std::string& each : state_->ranges) {
    out.push_back({each, {}});
    for (const std::string& name : state_->names) {
      if (name == "dram__bytes_read.sum") out.back().counts[name] = read_bytes;
      if (name == "dram__bytes_write.sum") out.back().counts[name] = written_bytes;
    }
  }
  return out;
}

}  // namespace heteroscope::device
